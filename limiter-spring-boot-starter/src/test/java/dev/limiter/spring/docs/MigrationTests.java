package dev.limiter.spring.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.limiter.LimiterRegistry;
import dev.limiter.spring.docs.MigrationCode.Bucket4jClient;
import dev.limiter.spring.docs.MigrationCode.GuavaClient;
import dev.limiter.spring.docs.MigrationCode.MarkedClient;
import dev.limiter.spring.docs.MigrationCode.PermitClient;
import dev.limiter.spring.docs.MigrationCode.Records;
import dev.limiter.spring.docs.MigrationCode.SleepingClient;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;

/** Each client of the migration does its work, before and after. */
class MigrationTests {

    private final Upstream api = Upstream.answering(Answer.ok());

    @AfterEach
    void close() {
        this.api.close();
    }

    @Configuration(proxyBeanMethods = false)
    static class Clients {

        @Bean
        MarkedClient client(RestClient.Builder builder, Environment environment) {
            RestClient http =
                    builder.baseUrl(environment.getRequiredProperty("api")).build();
            return new MarkedClient(record ->
                    Objects.requireNonNull(http.post().body(record).retrieve().body(String.class)));
        }
    }

    private LimitedApplication application(String... settings) {
        return LimitedApplication.start(
                LimitedApplication.all(
                        LimitedApplication.contour("datacite", this.api, settings), List.of("api=" + this.api.url())),
                Clients.class);
    }

    private static HttpClientErrorException tooMany() {
        return HttpClientErrorException.create(
                HttpStatus.TOO_MANY_REQUESTS, "", HttpHeaders.EMPTY, new byte[0], StandardCharsets.UTF_8);
    }

    @Test
    void before_each_of_the_others_lets_a_first_call_through() throws Exception {
        Records records = record -> "sent " + record;
        assertThat(new Resilience4jClient(records).deposit("1")).isEqualTo("sent 1");
        assertThat(new Bucket4jClient(records).deposit("1")).isEqualTo("sent 1");
        assertThat(new GuavaClient(records).deposit("1")).isEqualTo("sent 1");
    }

    @Test
    void before_a_loop_by_hand_sleeps_for_itself_alone() throws Exception {
        List<Duration> slept = new ArrayList<>();
        int[] calls = {0};
        Records refused = record -> {
            if (calls[0]++ < 2) {
                throw tooMany();
            }
            return "sent " + record;
        };
        assertThat(new SleepingClient(refused, slept::add).deposit("1")).isEqualTo("sent 1");
        assertThat(slept).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    @Test
    void after_the_mark_alone_limits_pauses_and_repeats() {
        this.api.answer(Answer.tooMany("1"), Answer.ok());
        try (LimitedApplication application = application()) {
            assertThat(application.bean(MarkedClient.class).deposit("1")).isEqualTo("said 200");
            assertThat(application.permits("datacite")).isEqualTo(2);
            assertThat(application.told().paused)
                    .singleElement()
                    .asString()
                    .startsWith("datacite: 429 at ")
                    .endsWith("MarkedClient.deposit");
        }
    }

    @Test
    void observed_first_it_changes_nothing_and_measures() {
        this.api.answer(Answer.tooMany("1"), Answer.ok());
        try (LimitedApplication application = application("mode=observe")) {
            MarkedClient client = application.bean(MarkedClient.class);
            assertThatExceptionOfType(HttpClientErrorException.TooManyRequests.class)
                    .isThrownBy(() -> client.deposit("1"));
            assertThat(client.deposit("2")).isEqualTo("said 200");
            assertThat(this.api.count()).isEqualTo(2);
        }
    }

    @Test
    void by_hand_a_permit_comes_from_the_same_bucket() throws Exception {
        try (LimitedApplication application = application("limits[0].rate=1/h", "limits[0].capacity=2")) {
            LimiterRegistry registry = application.bean(LimiterRegistry.class);
            PermitClient client = new PermitClient(record -> "sent " + record, registry);
            assertThat(client.deposit("1")).isEqualTo("sent 1");
            assertThat(application.bean(MarkedClient.class).deposit("2")).isEqualTo("said 200");
            assertThat(registry.limiter("datacite").tryAcquire(1)).isEmpty();
        }
    }
}
