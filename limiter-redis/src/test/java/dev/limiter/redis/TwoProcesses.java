package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import dev.limiter.gate.GateRegistry;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.FaultyProxy;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Two processes that share a contour, whose limits somebody changes in one of them. */
abstract class TwoProcesses {

    static final String NAME = RedisNames.limits("shared");

    static final Limit SLOW = new Limit(Rate.parse("7/h"), 3, Duration.ZERO);

    static final Limit SLOWER = new Limit(Rate.parse("6/h"), 2, Duration.ZERO);

    static final Limit CONFIGURED = new Limit(Rate.parse("50/s"), 5, Duration.ZERO);

    static final long WEEK_MILLIS = 604_800_000;

    RedisServer server = RedisServer.start(Version.V7_0);

    final FaultyProxy proxy = new FaultyProxy(this.server.port());

    final List<AutoCloseable> open = new ArrayList<>();

    final Process one = process(this.server.port());

    /** Its way to Redis can be disturbed. */
    final Process other = process(this.proxy.port());

    record Process(RedisBucketStore store, GateRegistry registry) {

        List<Limit> limits() {
            return this.registry.limits("shared");
        }

        void change(Limit limit) {
            Taken.await(this.registry.changeLimits("shared", List.of(limit)));
        }
    }

    Process process(int port) {
        RedisBucketStore store = new RedisBucketStore(new LettuceConnectionFactory("127.0.0.1", port));
        GateRegistry registry = GateRegistry.builder(store)
                .contours(List.of(Taken.contour("shared", "50/s", 5).build()))
                .build();
        this.open.add(registry);
        this.open.add(store);
        return new Process(store, registry);
    }

    void begin() {
        Await.until(
                "the channels",
                () -> this.one.store().hearsOfPauses("shared")
                        && this.other.store().hearsOfPauses("shared"));
    }

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable each : this.open) {
            each.close();
        }
        this.proxy.close();
        this.server.close();
    }

    static void awaitLimits(Process process, Limit limit) {
        Await.until(limit + " there", () -> process.limits().equals(List.of(limit)));
    }

    /** Real time, which is what is promised. */
    static void awaitLimitsWithinASecond(Process process, Limit limit) {
        long begun = System.nanoTime();
        awaitLimits(process, limit);
        assertThat((System.nanoTime() - begun) / 1_000_000).isLessThan(1_000);
    }

    String stored() {
        return this.server.ask("GET", NAME);
    }

    long expiry() {
        return Long.parseLong(this.server.ask("PTTL", NAME));
    }

    /** What a process asks when it has begun to hear of changes has been asked. */
    void awaitQuiet() {
        AtomicLong reads = new AtomicLong(-1);
        AtomicLong since = new AtomicLong();
        Await.until("quiet", () -> {
            long now = ScriptCacheTests.calls(this.server, "mget");
            if (reads.getAndSet(now) != now) {
                since.set(System.nanoTime());
            }
            return System.nanoTime() - since.get() > 500_000_000L;
        });
    }
}
