package dev.limiter.spring.webclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.redis.server.Await;
import dev.limiter.spring.testing.Upstream.Answer;
import dev.limiter.spring.testing.Upstream.Arrival;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Two replicas of an application on one Redis: what one of them is told holds for the other. */
class ReplicasTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration TOGETHER = Duration.ofMillis(300);

    private static CompletableFuture<Integer> status(WebClient client, String path) {
        return client.get()
                .uri(path)
                .exchangeToMono(response ->
                        response.releaseBody().thenReturn(response.statusCode().value()))
                .toFuture();
    }

    private static double seconds(Arrival from, Arrival to) {
        return (to.nanos() - from.nanos()) / 1e9;
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.6 0.1", "0.1 0.6"})
    void p19_of_two_refusals_at_once_the_longer_pause_holds_for_both(String hints) {
        try (Replicas replicas = Replicas.start(
                2, "limits[0].rate=1000/s", "limits[0].capacity=1000", "pause.resume=refill", "retry.max-attempts=1")) {
            replicas.warmUp(Duration.ZERO);
            for (int i = 0; i < 5; i++) {
                int before = replicas.api.count();
                // both have been sent when the first one is refused
                replicas.api.answer(
                        Answer.after(TOGETHER, Answer.tooMany(hints.split(" ")[0])),
                        Answer.after(TOGETHER, Answer.tooMany(hints.split(" ")[1])),
                        Answer.ok());
                CompletableFuture<Integer> one = status(replicas.client(0), "/");
                CompletableFuture<Integer> other = status(replicas.client(1), "/");
                assertThat(one.join()).isEqualTo(429);
                assertThat(other.join()).isEqualTo(429);
                // both have been written, and heard of
                Replicas.letPass(Duration.ofMillis(100));

                assertThat(Flux.just(0, 1)
                                .flatMap(replica -> Mono.fromFuture(status(replicas.client(replica), "/")))
                                .collectList()
                                .block(PATIENCE))
                        .containsExactly(200, 200);
                List<Arrival> arrivals = replicas.arrivalsAfter(before);
                assertThat(arrivals).hasSize(4);
                assertThat(seconds(arrivals.get(1), arrivals.get(2))).isGreaterThan(0.55);
            }
        }
    }

    @Test
    void p22_after_a_pause_two_replicas_return_at_the_contours_rate_and_not_as_a_herd() {
        try (Replicas replicas = Replicas.start(
                2, "limits[0].rate=50/s", "limits[0].capacity=20", "arrival-jitter=20ms", "max-wait=60s")) {
            replicas.warmUp(Duration.ofMillis(500));
            int before = replicas.api.count();
            replicas.api.answer(Answer.tooMany("1"), Answer.ok());
            Mono<List<Integer>> all = Flux.range(0, 100)
                    .flatMap(i -> Mono.fromFuture(status(replicas.client(i % 2), "/")), 100)
                    .collectList();
            assertThat(all.block(PATIENCE)).hasSize(100).containsOnly(200);

            List<Arrival> arrivals = replicas.arrivalsAfter(before);
            Arrival refused = arrivals.get(0);
            List<Arrival> after = arrivals.stream()
                    .filter(arrival -> seconds(refused, arrival) > 0.9)
                    .toList();
            assertThat(after).hasSizeGreaterThan(60);
            Arrival first = after.get(0);
            for (int i = 1; i < after.size(); i++) {
                // from empty: what has accrued since, and what came closer together than it was sent
                double allowed = 1 + 50 * (seconds(first, after.get(i)) + 0.1);
                assertThat((double) i + 1)
                        .as("arrivals until the %d-th".formatted(i))
                        .isLessThanOrEqualTo(allowed);
            }
        }
    }

    @Test
    void p23_a_busy_replica_sends_nothing_more_once_the_other_one_was_refused() {
        try (Replicas replicas = Replicas.start(
                2, "limits[0].rate=200/s", "limits[0].capacity=20", "retry.max-attempts=1", "max-wait=60s")) {
            replicas.warmUp(Duration.ofMillis(200));
            replicas.api.answer((request, response) ->
                    (request.uri().equals("/refused") ? Answer.tooMany("1.5") : Answer.ok()).answer(request, response));
            int before = replicas.api.count();
            Mono<List<Integer>> busy = Flux.range(0, 300)
                    .flatMap(i -> Mono.fromFuture(status(replicas.client(1), "/")), 300)
                    .collectList();
            CompletableFuture<List<Integer>> done = busy.toFuture();
            Await.until("a busy replica", () -> replicas.api.count() > before + 40);
            assertThat(status(replicas.client(0), "/refused").join()).isEqualTo(429);
            assertThat(done.join()).hasSize(300).containsOnly(200);

            List<Arrival> arrivals = replicas.arrivalsAfter(before);
            Arrival refused = arrivals.stream()
                    .filter(arrival -> arrival.path().equals("/refused"))
                    .findFirst()
                    .orElseThrow();
            assertThat(arrivals)
                    .as("requests of the other replica between a moment after the refusal and its end")
                    .noneMatch(arrival -> seconds(refused, arrival) > 0.1 && seconds(refused, arrival) < 1.5);
            assertThat(arrivals).anyMatch(arrival -> seconds(refused, arrival) < 0);
        }
    }

    @Test
    void p24_the_pause_holds_for_a_replica_that_starts_in_it() {
        try (Replicas replicas = Replicas.start(
                1, "limits[0].rate=100/s", "limits[0].capacity=20", "max-wait=60s", "retry.max-attempts=2")) {
            replicas.warmUp(Duration.ofMillis(200));
            int before = replicas.api.count();
            replicas.api.answer(Answer.tooMany("4"), Answer.ok());
            CompletableFuture<Integer> repeated = status(replicas.client(0), "/first");
            Await.until(
                    "the pause", () -> !replicas.application(0).told().paused.isEmpty());
            CompletableFuture<Integer> another = status(replicas.client(0), "/another");
            replicas.startAnother();
            CompletableFuture<Integer> started = status(replicas.client(1), "/started");
            assertThat(List.of(repeated.join(), another.join(), started.join())).containsOnly(200);

            List<Arrival> arrivals = replicas.arrivalsAfter(before);
            assertThat(arrivals).hasSize(4);
            assertThat(arrivals.subList(1, 4)).allMatch(arrival -> seconds(arrivals.get(0), arrival) >= 3.99);
        }
    }

    @Test
    void p26_one_address_that_is_always_refused_fails_alone_in_both_replicas() {
        try (Replicas replicas = Replicas.start(
                2,
                "limits[0].rate=200/s",
                "limits[0].capacity=20",
                "retry.max-attempts=2",
                "retry.backoff=10ms",
                "max-wait=60s")) {
            replicas.warmUp(Duration.ofMillis(200));
            replicas.api.answer((request, response) ->
                    (request.uri().equals("/bad") ? Answer.tooMany("0.2") : Answer.ok()).answer(request, response));
            CompletableFuture<Integer> bad = status(replicas.client(0), "/bad");
            List<Integer> good = Flux.range(0, 100)
                    .flatMap(i -> Mono.fromFuture(status(replicas.client(i % 2), "/good")), 20)
                    .collectList()
                    .block(PATIENCE);
            assertThat(good).hasSize(100).containsOnly(200);
            assertThat(bad.join()).isEqualTo(429);
        }
    }
}
