package dev.limiter.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.OperationState;
import dev.limiter.Operations;
import dev.limiter.PermitTimeoutException;
import dev.limiter.RateLimited;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** Operations of two requests, of which only the first was sent. */
class OperationPartTests {

    private final Upstream upstream = Upstream.answering(Answer.ok());

    @AfterEach
    void close() {
        this.upstream.close();
    }

    @Configuration(proxyBeanMethods = false)
    static class Deposits {

        @Bean
        Client client(RestClient.Builder rest, WebClient.Builder web) {
            return new Client(rest.build(), web.build());
        }
    }

    static class Client {

        private final RestClient rest;

        private final WebClient web;

        Client(RestClient rest, WebClient web) {
            this.rest = rest;
            this.web = web;
        }

        @RateLimited(contour = "api", operation = "#id")
        public void blocking(String id, String url) {
            this.rest.post().uri(url + "/drafts").body(id).retrieve().toBodilessEntity();
            this.rest.post().uri(url + "/publish").body(id).retrieve().toBodilessEntity();
        }

        @RateLimited(contour = "api", operation = "#id")
        public Mono<Void> reactive(String id, String url) {
            return post(url + "/drafts", id).then(post(url + "/publish", id));
        }

        @RateLimited(contour = "api", operation = "#id")
        public Mono<Void> impatient(String id, String url) {
            return post(url + "/drafts", id).then(post(url + "/publish", id).timeout(Duration.ofMillis(200)));
        }

        @RateLimited(contour = "api", operation = "#id")
        public void looksItUpAndFails(String id, String url) {
            this.rest.get().uri(url + "/drafts").retrieve().toBodilessEntity();
            throw new IllegalArgumentException("not to be sent: " + id);
        }

        private Mono<Void> post(String url, String id) {
            return this.web
                    .post()
                    .uri(url)
                    .bodyValue(id)
                    .retrieve()
                    .toBodilessEntity()
                    .then();
        }
    }

    /** One permit is there; the next one comes in an hour. */
    private LimitedApplication start(String maxWait) {
        return LimitedApplication.start(
                LimitedApplication.contour(
                        "api", this.upstream, "limits[0].rate=1/h", "limits[0].capacity=1", "max-wait=" + maxWait),
                Deposits.class);
    }

    private void assertOneSentAndInFlight(LimitedApplication application) {
        assertThat(this.upstream.count()).isEqualTo(1);
        assertThat(application.bean(Operations.class).find("api", "one").join())
                .isInstanceOf(OperationState.InFlight.class);
    }

    @Test
    void a_second_request_that_gets_no_permit_leaves_it_in_flight() {
        try (LimitedApplication application = start("200ms")) {
            assertThatThrownBy(() -> application.bean(Client.class).blocking("one", this.upstream.url()))
                    .isInstanceOf(PermitTimeoutException.class);
            assertOneSentAndInFlight(application);
        }
    }

    @Test
    void a_second_reactive_request_that_gets_no_permit_leaves_it_in_flight() {
        try (LimitedApplication application = start("200ms")) {
            Client client = application.bean(Client.class);
            assertThatThrownBy(() -> client.reactive("one", this.upstream.url()).block(Duration.ofSeconds(10)))
                    .isInstanceOf(PermitTimeoutException.class);
            assertOneSentAndInFlight(application);
        }
    }

    @Test
    void a_second_request_that_nobody_waits_for_any_more_leaves_it_in_flight() {
        try (LimitedApplication application = start("3h")) {
            Client client = application.bean(Client.class);
            assertThatThrownBy(
                            () -> client.impatient("one", this.upstream.url()).block(Duration.ofSeconds(10)))
                    .hasMessageContaining("200ms");
            assertOneSentAndInFlight(application);
        }
    }

    @Test
    void a_method_that_has_only_asked_and_then_fails_is_not_done() {
        try (LimitedApplication application = start("200ms")) {
            assertThatThrownBy(() -> application.bean(Client.class).looksItUpAndFails("one", this.upstream.url()))
                    .isInstanceOf(IllegalArgumentException.class);
            assertOneSentAndInFlight(application);
        }
    }
}
