package dev.limiter.spring.client;

import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.PermitPer;
import dev.limiter.PermitTimeoutException;
import dev.limiter.RateLimited;
import dev.limiter.http.ServerAnswer;
import dev.limiter.spring.method.ThrownAnswer;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A client that the limiter does not see, behind methods with {@code permit = METHOD}: paid, paused, never repeated. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OtherClientTests {

    private final Upstream api = Upstream.answering(Answer.ok());

    private final LimitedApplication application = LimitedApplication.start(properties(this.api), Other.class);

    private final Records records = this.application.bean(Records.class);

    private int before;

    private static List<String> properties(Upstream api) {
        List<String> properties = new ArrayList<>(contour("api", api));
        properties.addAll(contour("one", api, "hosts=", "limits[0].rate=1/h", "limits[0].capacity=1", "max-wait=0s"));
        return properties;
    }

    @BeforeEach
    void begin() {
        this.before = this.api.count();
        this.application.told().granted.clear();
        this.application.told().paused.clear();
    }

    @AfterAll
    void close() {
        this.application.close();
        this.api.close();
    }

    private int sent() {
        return this.api.count() - this.before;
    }

    /** What this client makes of an answer that it does not like. */
    static class Refused extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient HttpResponse<String> response;

        Refused(HttpResponse<String> response) {
            super("the server says " + response.statusCode());
            this.response = response;
        }
    }

    record Read(int status, HttpHeaders headers, Instant receivedAt) implements ServerAnswer {

        @Override
        public List<String> header(String name) {
            return this.headers.allValues(name);
        }

        @Override
        public Optional<String> body() {
            return Optional.empty();
        }
    }

    static class Records {

        private final HttpClient client = HttpClient.newHttpClient();

        @RateLimited(contour = "api", permit = PermitPer.METHOD)
        public String post(String url) throws IOException, InterruptedException {
            return send(url);
        }

        @RateLimited(contour = "one", permit = PermitPer.METHOD)
        public String once(String url) throws IOException, InterruptedException {
            return send(url);
        }

        private String send(String url) throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                    .POST(HttpRequest.BodyPublishers.ofString("a record"))
                    .build();
            HttpResponse<String> response = this.client.send(request, BodyHandlers.ofString());
            if (response.statusCode() >= 400) {
                throw new Refused(response);
            }
            return response.body();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Other {

        @Bean
        Records records() {
            return new Records();
        }

        @Bean
        ThrownAnswer refused() {
            return thrown -> (thrown instanceof Refused refused)
                    ? Optional.of(new Read(refused.response.statusCode(), refused.response.headers(), Instant.now()))
                    : Optional.empty();
        }
    }

    @Test
    void each_call_takes_a_permit() throws Exception {
        this.api.answer(Answer.ok());

        assertThat(this.records.post(this.api.url())).isEqualTo("said 200");
        assertThat(this.records.post(this.api.url())).isEqualTo("said 200");

        assertThat(this.application.permits("api")).isEqualTo(2);
        assertThat(this.application.told().unseen).isEmpty();
    }

    @Test
    void a_refusal_pauses_the_contour_and_the_method_is_not_repeated() throws Exception {
        this.api.answer(Answer.tooMany("0.7"), Answer.ok());

        assertThatThrownBy(() -> this.records.post(this.api.url())).isInstanceOf(Refused.class);
        assertThat(sent()).isEqualTo(1);
        assertThat(this.application.told().paused).hasSize(1);

        assertThat(this.records.post(this.api.url())).isEqualTo("said 200");
        List<Long> gaps = this.api.gaps();
        assertThat(gaps.get(gaps.size() - 1)).isGreaterThanOrEqualTo(698);
    }

    @Test
    void a_503_without_a_hint_pauses_nothing_and_is_not_repeated() {
        this.api.answer(Answer.status(503), Answer.ok());

        assertThatThrownBy(() -> this.records.post(this.api.url())).isInstanceOf(Refused.class);

        assertThat(sent()).isEqualTo(1);
        assertThat(this.application.told().paused).isEmpty();
    }

    @Test
    void without_a_permit_the_method_does_not_run() throws Exception {
        this.api.answer(Answer.ok());
        assertThat(this.records.once(this.api.url())).isEqualTo("said 200");

        assertThatThrownBy(() -> this.records.once(this.api.url())).isInstanceOf(PermitTimeoutException.class);

        assertThat(sent()).isEqualTo(1);
    }
}
