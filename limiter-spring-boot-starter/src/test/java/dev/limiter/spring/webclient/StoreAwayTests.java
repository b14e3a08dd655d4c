package dev.limiter.spring.webclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.StoreMode;
import dev.limiter.StoreUnavailableException;
import dev.limiter.gate.GateRegistry;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;
import org.springframework.web.reactive.function.client.WebClient;

/** What a user's calls meet while Redis is away, under each policy, over real HTTP. */
class StoreAwayTests {

    private static CompletableFuture<ResponseEntity<Void>> get(WebClient client) {
        return client.get().retrieve().toBodilessEntity().toFuture();
    }

    private static void awaitMode(LimitedApplication application, StoreMode mode) {
        GateRegistry registry = application.bean(GateRegistry.class);
        Await.until("" + mode, () -> registry.storeMode("api") == mode);
    }

    private static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }

    @Test
    void p62_reject_sends_nothing_and_says_that_it_is_the_store() {
        try (Replicas replicas = Replicas.start(1, "limits[0].rate=100/s", "limits[0].capacity=100")) {
            replicas.warmUp(Duration.ZERO);
            replicas.redis.kill();
            awaitMode(replicas.application(0), StoreMode.REJECT);
            int before = replicas.api.count();
            long begun = System.nanoTime();
            List<CompletableFuture<ResponseEntity<Void>>> calls = IntStream.range(0, 100)
                    .mapToObj(i -> get(replicas.client(0)))
                    .toList();
            for (CompletableFuture<ResponseEntity<Void>> call : calls) {
                assertThat(call.handle((answer, failure) -> failure).join())
                        .isInstanceOfSatisfying(
                                StoreUnavailableException.class,
                                denied -> assertThat(denied.contour()).isEqualTo("api"));
            }
            assertThat(millisSince(begun)).isLessThan(2_000);
            assertThat(replicas.api.count()).isEqualTo(before);
        }
    }

    @Test
    void queue_fails_no_call_and_the_first_one_goes_when_the_store_is_back() {
        try (Replicas replicas = Replicas.start(
                2, "limits[0].rate=100/s", "limits[0].capacity=20", "on-store-failure=queue", "max-wait=60s")) {
            replicas.warmUp(Duration.ofMillis(300));
            replicas.redis.kill();
            awaitMode(replicas.application(0), StoreMode.QUEUE);
            awaitMode(replicas.application(1), StoreMode.QUEUE);
            int before = replicas.api.count();
            List<CompletableFuture<ResponseEntity<Void>>> calls = IntStream.range(0, 60)
                    .mapToObj(i -> get(replicas.client(i % 2)))
                    .toList();
            Replicas.letPass(Duration.ofMillis(500));
            assertThat(replicas.api.count()).isEqualTo(before);

            try (RedisServer next = RedisServer.startOn(Version.V7_0, replicas.redis.port())) {
                long back = System.nanoTime();
                calls.forEach(call -> assertThat(call.join().getStatusCode().is2xxSuccessful())
                        .isTrue());
                Upstream.Arrival first = replicas.arrivalsAfter(before).get(0);
                assertThat((first.nanos() - back) / 1e9).isLessThan(0.5);
                assertThat(next.ask("EXISTS", "limiter:{api}:bucket:")).isEqualTo("1");
            }
        }
    }

    @Test
    void p63_reduced_gives_each_replica_its_stated_rate_and_never_the_full_one() {
        try (Replicas replicas = Replicas.start(
                3,
                "limits[0].rate=50/s",
                "limits[0].capacity=20",
                "on-store-failure=reduced",
                "reduced.rate=4/s",
                "reduced.capacity=1",
                "max-wait=60s")) {
            replicas.warmUp(Duration.ofMillis(500));
            replicas.redis.kill();
            for (int i = 0; i < replicas.size(); i++) {
                awaitMode(replicas.application(i), StoreMode.REDUCED);
            }
            int before = replicas.api.count();
            long begun = System.nanoTime();
            List<CompletableFuture<ResponseEntity<Void>>> calls = IntStream.range(0, 60)
                    .mapToObj(i -> get(replicas.client(i % 3)))
                    .toList();
            Replicas.letPass(Duration.ofMillis(2_000));
            int sent = replicas.api.count() - before;
            double passed = millisSince(begun) / 1e3;
            // each from empty: nothing at once
            assertThat((double) sent).isBetween(3 * (4 * passed - 2), 3 * 4 * passed + 3);
            try (RedisServer next = RedisServer.startOn(Version.V7_0, replicas.redis.port())) {
                calls.forEach(call -> assertThat(call.join().getStatusCode().is2xxSuccessful())
                        .isTrue());
                assertThat(next.ask("EXISTS", "limiter:{api}:bucket:")).isEqualTo("1");
            }
        }
    }

    @Test
    void p53_with_redis_unroutable_a_reduced_contour_waits_for_its_own_bucket_alone() {
        try (Replicas replicas = Replicas.start(
                1,
                "limits[0].rate=500/s",
                "limits[0].capacity=500",
                "on-store-failure=reduced",
                "reduced.rate=500/s",
                "reduced.capacity=500",
                "max-wait=60s")) {
            replicas.warmUp(Duration.ofMillis(200));
            replicas.network.loseReplies(true);
            long begun = System.nanoTime();
            get(replicas.client(0)).join();
            assertThat(millisSince(begun)).as("the first call: one time-out").isBetween(900L, 3_000L);
            begun = System.nanoTime();
            for (int i = 0; i < 100; i++) {
                get(replicas.client(0)).join();
            }
            // 100 time-outs would be 100 s
            assertThat(millisSince(begun)).isLessThan(3_000);
        }
    }

    @Test
    void p54_calls_of_no_contour_do_not_notice_a_redis_that_says_nothing() {
        try (Replicas replicas = Replicas.start(
                        1, "limits[0].rate=100/s", "limits[0].capacity=20", "on-store-failure=queue", "max-wait=60s");
                Upstream other = Upstream.answering(Answer.ok())) {
            replicas.warmUp(Duration.ofMillis(200));
            WebClient unlimited = replicas.application(0).client(other);
            get(unlimited).join();
            replicas.network.loseReplies(true);
            List<CompletableFuture<ResponseEntity<Void>>> limited = IntStream.range(0, 50)
                    .mapToObj(i -> get(replicas.client(0)))
                    .toList();
            long begun = System.nanoTime();
            for (int i = 0; i < 20; i++) {
                get(unlimited).join();
            }
            assertThat(millisSince(begun)).isLessThan(1_000);
            replicas.network.loseReplies(false);
            replicas.network.cut();
            limited.forEach(call ->
                    assertThat(call.join().getStatusCode().is2xxSuccessful()).isTrue());
        }
    }

    @Test
    void a_pause_that_cannot_be_written_holds_here_and_everywhere_once_redis_is_back() {
        try (Replicas replicas = Replicas.start(
                2,
                "limits[0].rate=100/s",
                "limits[0].capacity=20",
                "on-store-failure=reduced",
                "reduced.rate=20/s",
                "reduced.capacity=5",
                "retry.max-attempts=1",
                "max-wait=60s")) {
            replicas.warmUp(Duration.ofMillis(300));
            replicas.redis.kill();
            awaitMode(replicas.application(0), StoreMode.REDUCED);
            int before = replicas.api.count();
            replicas.api.answer(Answer.tooMany("3"), Answer.ok());
            assertThat(get(replicas.client(0))
                            .handle((answer, failure) -> failure)
                            .join())
                    .isNotNull();
            CompletableFuture<ResponseEntity<Void>> here = get(replicas.client(0));
            try (RedisServer next = RedisServer.startOn(Version.V7_0, replicas.redis.port())) {
                awaitMode(replicas.application(0), StoreMode.NORMAL);
                awaitMode(replicas.application(1), StoreMode.NORMAL);
                Await.until(
                        "the pause",
                        () -> next.ask("PTTL", "limiter:{api}:bucket:").length() > 6);
                CompletableFuture<ResponseEntity<Void>> there = get(replicas.client(1));
                CompletableFuture.allOf(here, there).join();
            }
            List<Upstream.Arrival> arrivals = replicas.arrivalsAfter(before);
            assertThat(arrivals).hasSize(3);
            assertThat((arrivals.get(1).nanos() - arrivals.get(0).nanos()) / 1e9)
                    .isGreaterThan(2.9);
        } catch (CompletionException ex) {
            throw new AssertionError("a call failed", ex);
        }
    }
}
