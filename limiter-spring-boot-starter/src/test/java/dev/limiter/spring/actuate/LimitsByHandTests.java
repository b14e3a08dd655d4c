package dev.limiter.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Permit;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Quota;
import dev.limiter.contour.Rate;
import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.actuate.EndpointApplication.Said;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import dev.limiter.spring.testing.Upstream.Arrival;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.web.reactive.function.client.WebClient;

/** A person on call changes limits, where the application allows that. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LimitsByHandTests {

    private final Upstream api = Upstream.answering(Answer.ok());

    private final EndpointApplication app = new EndpointApplication(List.of(
            "management.endpoint.limiter.access=unrestricted",
            "limiter.contours.api.hosts=" + this.api.host(),
            "limiter.contours.api.limits[0].rate=1000/s",
            "limiter.contours.api.max-wait=1h",
            "limiter.contours.quoted.quota=3000/5m",
            "limiter.contours.quoted.headroom=50%",
            "limiter.contours.quoted.arrival-jitter=5ms"));

    private final GateRegistry registry = this.app.bean(GateRegistry.class);

    @AfterEach
    void takeBack() {
        this.registry.contours().forEach(contour -> this.app.delete("/limiter/" + contour + "/limits"));
    }

    @AfterAll
    void close() {
        this.app.close();
        this.api.close();
    }

    private CompletableFuture<String> call() {
        WebClient client =
                this.app.bean(WebClient.Builder.class).baseUrl(this.api.url()).build();
        return client.get().uri("/records").retrieve().bodyToMono(String.class).toFuture();
    }

    @Test
    void the_requests_of_a_client_arrive_at_the_changed_rate_and_after_a_reset_at_the_configured_one()
            throws Exception {
        call().get(20, TimeUnit.SECONDS);
        Said changed = this.app.post("/limiter/api/limits", "{\"limits\":\"10/s capacity 1\"}");
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.<String>at("$.limits"))
                .isEqualTo("10 permits per second, at most 1 at once, so that any second holds at most 11");
        String configured = changed.at("$.configured");
        assertThat(configured).isNotBlank();

        List<CompletableFuture<String>> calls =
                Stream.generate(this::call).limit(9).toList();
        for (CompletableFuture<String> call : calls) {
            call.get(20, TimeUnit.SECONDS);
        }
        List<Arrival> arrivals = this.api.arrivals();
        // eight steps of a tenth of a second; the first request may have been late
        assertThat(arrivals.get(9).millisSince(arrivals.get(1))).isBetween(500L, 10_000L);

        Said slow = this.app.post("/limiter/api/limits", "{\"limits\":\"1/m capacity 1\"}");
        assertThat(slow.status()).isEqualTo(200);
        CompletableFuture<String> waits = call();
        Said reset = this.app.delete("/limiter/api/limits");
        assertThat(reset.status()).isEqualTo(200);
        assertThat(reset.<String>at("$.limits")).isEqualTo(configured);
        assertThat(reset.<Object>at("$.configured")).isNull();
        assertThat(waits.get(20, TimeUnit.SECONDS)).isEqualTo("said 200");
    }

    @Test
    void a_quota_gives_the_limit_that_the_property_would_give_with_the_contours_own_headroom_and_jitter() {
        assertThat(this.app
                        .post("/limiter/quoted/limits", "{\"quota\":\"100/5m\"}")
                        .status())
                .isEqualTo(200);
        assertThat(this.registry.limits("quoted"))
                .containsExactly(Quota.parse("100/5m").toLimit(.5, Duration.ofMillis(5)));

        Said said = this.app.post("/limiter/quoted/limits", "{\"quota\":\"100/5m\",\"headroom\":\"20%\"}");
        assertThat(this.registry.limits("quoted"))
                .containsExactly(Quota.parse("100/5m").toLimit(.2, Duration.ofMillis(5)));
        assertThat(said.<String>at("$.limits")).contains("permits per minute", "at most 1 at once");
        assertThat(said.<String>at("$.configured")).startsWith("of the quota of 3,000 requests per 5 minutes");
    }

    @Test
    void limits_may_be_several_with_and_without_their_capacity() {
        List<Limit> two = List.of(
                new Limit(Rate.parse("8/s"), 16, Duration.ofMillis(5)),
                new Limit(Rate.parse("500/h"), 250, Duration.ofMillis(5)));
        Said said = this.app.post("/limiter/quoted/limits", "{\"limits\":\"8/s capacity 16, 500/h\"}");

        assertThat(said.status()).isEqualTo(200);
        assertThat(this.registry.limits("quoted")).isEqualTo(two);
        assertThat(said.<String>at("$.limits")).contains("8 permits per second", "; and 500 permits per hour");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | write either a quota",
                "{\"quota\":\"100/5m\",\"limits\":\"8/s\"} | write either a quota",
                "{\"quota\":\"100/5\"} | quota=100/5: '100/5' has a period without a unit: write 5s for seconds",
                "{\"quota\":\"100\"} | Write for example quota=3000/5m",
                "{\"quota\":\"100/5m\",\"headroom\":\"0.2\"} | headroom=0.2: a share without a percent sign: write 20%",
                "{\"quota\":\"100/5m\",\"headroom\":\"100%\"} | headroom must be from 0% to below 100%",
                "{\"quota\":\"2/5m\",\"headroom\":\"90%\"} | leaves no request of the quota",
                "{\"quota\":\" \"} | quota= : it is blank",
                "{\"limits\":\"8/s\",\"headroom\":\"20%\"} | means nothing with limits",
                "{\"limits\":\"8\"} | '8' is not a rate",
                "{\"limits\":\"\"} | it is blank",
                "{\"limits\":\"8/s,\"} | it is blank",
                "{\"limits\":\"8/s capacity many\"} | 'many' is no capacity",
                "{\"limits\":\"8/s capacity 0\"} | capacity must be from 1",
                "{\"limits\":\"8/s\",\"key\":\"tenant\"} | limits are those of all keys",
            })
    void what_cannot_be_read_is_refused_with_what_to_write_instead_and_changes_nothing(String body, String message) {
        Said said = this.app.post("/limiter/quoted/limits", body);

        assertThat(said.status()).isEqualTo(400);
        assertThat(said.<String>at("$.message")).contains(message).doesNotContain("limiter.contours");
        assertThat(this.registry.areLimitsChanged("quoted")).isFalse();
    }

    @Test
    void what_is_not_there_is_not_found() {
        assertThat(this.app.post("/limiter/ap/limits", "{\"quota\":\"100/5m\"}").status())
                .isEqualTo(404);
        assertThat(this.app.delete("/limiter/ap/limits").status()).isEqualTo(404);
        assertThat(this.app.delete("/limiter/api/pause").status()).isEqualTo(404);
    }

    @Test
    void there_are_a_hundred_at_most() {
        String many = Stream.generate(() -> "8/s").limit(101).collect(Collectors.joining(", "));
        Said said = this.app.post("/limiter/quoted/limits", "{\"limits\":\"" + many + "\"}");

        assertThat(said.status()).isEqualTo(400);
        assertThat(said.<String>at("$.message")).contains("100 at most");
        assertThat(this.registry.areLimitsChanged("quoted")).isFalse();
    }

    @Test
    void they_hold_for_all_keys() throws InterruptedException {
        this.app.post("/limiter/quoted/limits", "{\"limits\":\"1/h capacity 2\"}");
        for (String key : List.of("", "a", "b")) {
            try (Permit permit = this.registry.limiter("quoted", key).acquire()) {
                assertThat(permit.contour()).isEqualTo("quoted");
            }
            assertThat(this.registry.limiter("quoted", key).tryAcquire(2)).isEmpty();
        }
    }
}
