package dev.limiter.spring.webclient;

import static dev.limiter.spring.testing.LimitedApplication.all;
import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The first request to a host goes alone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ColdHostTests {

    private final Scene scene = Scene.of(api ->
            all(contour("api", api), contour("one-place", api, "hosts=", "concurrency=1", "retry.max-attempts=1")));

    @BeforeEach
    void begin(TestInfo test) {
        this.scene.begin(test);
    }

    @AfterAll
    void close() {
        this.scene.close();
    }

    private static Mono<String> get(WebClient client) {
        return client.get().retrieve().bodyToMono(String.class);
    }

    @Test
    void the_first_request_to_a_cold_host_goes_alone() {
        try (Upstream cold = Upstream.answering(Answer.after(Duration.ofMillis(300), Answer.ok()))) {
            WebClient client = this.scene.app.client(cold, "api", this.scene.key());

            Flux.range(0, 5).flatMap(i -> get(client)).blockLast(Duration.ofSeconds(10));

            List<Long> gaps = cold.gaps();
            assertThat(gaps.get(0)).isGreaterThanOrEqualTo(299);
            assertThat(gaps.subList(1, 4)).allSatisfy(gap -> assertThat(gap).isLessThan(250));
        }
    }

    @Test
    void whoever_can_wait_for_a_moment_only_does_not_wait_longer_for_the_first_request_to_a_cold_host() {
        try (Upstream cold = Upstream.answering(Answer.after(Duration.ofMillis(1500), Answer.ok()))) {
            WebClient client = this.scene.app.client(cold, "api", this.scene.key());
            Mono<String> now = get(client)
                    .contextWrite(dev.limiter.spring.call.CallMark.perAttempt(
                            "api",
                            this.scene.key(),
                            dev.limiter.PermitRequest.one().withMaxWait(Duration.ofMillis(200)),
                            "Test.call")::writeTo);

            Flux.merge(get(client), now).blockLast(Duration.ofSeconds(10));

            assertThat(cold.gaps().get(0)).isLessThan(1400);
        }
    }

    @Test
    void where_the_first_request_to_a_cold_host_fails_or_is_cancelled_the_next_one_is_first() {
        try (Upstream cold = Upstream.answering(Answer.never(), Answer.cutOff(), Answer.ok())) {
            WebClient client = this.scene.app.client(cold, "one-place", "other");
            Disposable first = this.scene
                    .app
                    .client(cold, "api", this.scene.key())
                    .get()
                    .retrieve()
                    .toBodilessEntity()
                    .subscribe();
            await().until(() -> cold.count() == 1);
            CompletableFuture<Boolean> second = client.post()
                    .retrieve()
                    .toBodilessEntity()
                    .hasElement()
                    .onErrorReturn(false)
                    .toFuture();
            CompletableFuture<String> third =
                    get(this.scene.app.client(cold, "api", this.scene.key())).toFuture();

            first.dispose();

            assertThat(second).succeedsWithin(3, TimeUnit.SECONDS);
            assertThat(third).succeedsWithin(3, TimeUnit.SECONDS);
        }
    }
}
