package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.bucket.BucketStore;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import dev.limiter.gate.GateRegistry;
import dev.limiter.operation.Claims;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What processes leave in Redis. */
class LeftoversTests {

    private static final int RESTARTS = 50;

    private static final int CREDENTIALS = 1_000;

    private final RedisServer server = RedisServer.start(Version.V7_0);

    private final Contour contour =
            Contour.named("shop").limit(Rate.parse("10000/s"), 100).build();

    @AfterEach
    void end() {
        this.server.close();
    }

    private RedisBucketStore connect() {
        RedisBucketStore store = new RedisBucketStore(TestLink.settings(this.server));
        Await.until("a connection", store::isConnected);
        return store;
    }

    private GateRegistry registry(BucketStore store) {
        return GateRegistry.builder(store).contours(List.of(this.contour)).build();
    }

    private Set<String> keys() {
        return Stream.of(this.server.ask("KEYS", "*").split("\n"))
                .filter(key -> !key.isEmpty())
                .collect(Collectors.toSet());
    }

    private long clients() {
        return this.server.ask("CLIENT", "LIST").lines().count();
    }

    /** A process that does everything once, and ends. */
    private void live() {
        try (RedisBucketStore store = connect();
                GateRegistry registry = registry(store)) {
            assertThat(registry.limiter("shop").tryAcquire(1)).isPresent();
            assertThat(registry.limiter("shop", "key").tryAcquire(1)).isPresent();
            Taken.await(registry.pause("shop", Duration.ofMillis(1), "by hand"));
            Taken.await(registry.changeLimits("shop", List.of(Limit.of(Rate.parse("20000/s"), 100))));
            Claims claims = new Claims(store.operations(), List.of(this.contour), ForkJoinPool.commonPool());
            claims.done("shop", "order").orTimeout(5, TimeUnit.SECONDS).join();
        }
    }

    @Test
    void p114_a_replica_that_starts_again_and_again_leaves_nothing_of_its_own() {
        long before = clients();
        live();
        Set<String> once = keys();
        for (int i = 1; i < RESTARTS; i++) {
            live();
        }
        assertThat(once).hasSizeGreaterThanOrEqualTo(4);
        assertThat(keys()).isEqualTo(once);
        Await.until("the end of their connections", () -> clients() == before);
        assertThat(this.server.ask("PUBSUB", "CHANNELS")).isEmpty();
    }

    @Test
    void p114_what_a_thousand_credentials_leave_expires_and_leaves_the_process() {
        try (RedisBucketStore store = connect();
                GateRegistry registry = registry(store)) {
            IntStream.range(0, CREDENTIALS)
                    .forEach(number -> assertThat(registry.limiter("shop", "credential-" + number)
                                    .tryAcquire(1))
                            .isPresent());

            assertThat(keys())
                    .hasSize(CREDENTIALS)
                    .allSatisfy(key -> assertThat(Long.parseLong(this.server.ask("PTTL", key)))
                            .isBetween(1L, Duration.ofHours(2).toMillis()));
            Await.until("none in use", () -> registry.size() == 0);
        }
    }
}
