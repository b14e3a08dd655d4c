package dev.limiter.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.limiter.LimiterRegistry;
import dev.limiter.OperationState;
import dev.limiter.Operations;
import dev.limiter.Permit;
import dev.limiter.PermitTimeoutException;
import dev.limiter.RateLimited;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Operations that end between their requests. */
class OperationLeftTests {

    private static final AtomicBoolean between = new AtomicBoolean();

    private final Upstream upstream = Upstream.answering(Answer.ok());

    @Configuration(proxyBeanMethods = false)
    static class Deposits {

        @Bean
        Client client(WebClient.Builder web, LimiterRegistry registry) {
            return new Client(web.build(), registry);
        }
    }

    static class Client {

        private final WebClient web;

        private final LimiterRegistry registry;

        Client(WebClient web, LimiterRegistry registry) {
            this.web = web;
            this.registry = registry;
        }

        @RateLimited(contour = "api", operation = "#id")
        public Mono<Void> askThenSend(String url, String id) {
            return this.web
                    .get()
                    .uri(url)
                    .retrieve()
                    .toBodilessEntity()
                    .doOnSuccess(answer -> between.set(true))
                    .delayElement(Duration.ofMinutes(1))
                    .flatMap(answer ->
                            this.web.post().uri(url).bodyValue(id).retrieve().toBodilessEntity())
                    .then();
        }

        @RateLimited(contour = "api", operation = "#id")
        public Flux<String> askThenSendMany(String url, String id) {
            return askThenSend(url, id).thenMany(Flux.just(id));
        }

        @RateLimited(contour = "tight", operation = "#id")
        public void byHand(String url, String id) throws Exception {
            for (int part = 0; part < 2; part++) {
                try (Permit permit = this.registry.limiter("tight").acquire()) {
                    HttpClient.newHttpClient()
                            .send(
                                    HttpRequest.newBuilder(URI.create(url))
                                            .POST(HttpRequest.BodyPublishers.ofString(id))
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding());
                    permit.succeeded();
                }
            }
        }
    }

    @AfterEach
    void close() {
        between.set(false);
        this.upstream.close();
    }

    private LimitedApplication start() {
        return LimitedApplication.start(
                LimitedApplication.all(
                        LimitedApplication.contour("api", this.upstream),
                        List.of(
                                "limiter.contours.tight.limits[0].rate=1/h",
                                "limiter.contours.tight.limits[0].capacity=1",
                                "limiter.contours.tight.max-wait=20ms")),
                Deposits.class);
    }

    @Test
    void what_is_cancelled_after_it_has_only_asked_is_not_done() {
        try (LimitedApplication application = start()) {
            Client client = application.bean(Client.class);
            Disposable call = client.askThenSend(this.upstream.url(), "one").subscribe();
            await().atMost(Duration.ofSeconds(10)).untilTrue(between);
            call.dispose();
            assertThat(this.upstream.count()).isEqualTo(1);
            assertThat(application.bean(Operations.class).find("api", "one").join())
                    .isNotInstanceOf(OperationState.Done.class);
        }
    }

    @Test
    void a_flux_that_is_cancelled_after_it_has_only_asked_is_not_done() {
        try (LimitedApplication application = start()) {
            Client client = application.bean(Client.class);
            Disposable call = client.askThenSendMany(this.upstream.url(), "one").subscribe();
            await().atMost(Duration.ofSeconds(10)).untilTrue(between);
            call.dispose();
            assertThat(application.bean(Operations.class).find("api", "one").join())
                    .isNotInstanceOf(OperationState.Done.class);
        }
    }

    @Test
    void a_permit_taken_by_hand_that_is_denied_says_nothing_of_what_was_sent_before() {
        try (LimitedApplication application = start()) {
            Client client = application.bean(Client.class);
            assertThatThrownBy(() -> client.byHand(this.upstream.url(), "one"))
                    .isInstanceOf(PermitTimeoutException.class);
            assertThat(this.upstream.count()).isEqualTo(1);
            assertThat(application.bean(Operations.class).find("tight", "one").join())
                    .isInstanceOf(OperationState.InFlight.class);
        }
    }
}
