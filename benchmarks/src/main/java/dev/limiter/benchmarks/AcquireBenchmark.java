package dev.limiter.benchmarks;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.gate.GateRegistry;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What one permit costs where nobody waits: in memory, beside other limiters and the bare clock. Limits that no machine can
 * use up keep every caller on the path that does not wait. Each peer is called as its users call it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AcquireBenchmark {

    private static final int PLENTY = 100_000_000;

    private static final Duration SECOND = Duration.ofSeconds(1);

    /** How many there are of each limiter, a power of two; callers take them in turn. */
    @Param({"1", "16"})
    public int keys;

    @SuppressWarnings("NullAway.Init")
    private GateRegistry registry;

    @SuppressWarnings("NullAway.Init")
    private List<Limiter> limiters;

    @SuppressWarnings("NullAway.Init")
    private List<Bucket> bucket4j;

    @SuppressWarnings("NullAway.Init")
    private List<RateLimiter> resilience4j;

    @SuppressWarnings("NullAway.Init")
    private List<com.google.common.util.concurrent.RateLimiter> guava;

    @SuppressWarnings("NullAway.Init")
    private List<dev.failsafe.RateLimiter<Object>> failsafe;

    /** Whose turn it is, for each thread. */
    @State(Scope.Thread)
    public static class Turn {

        private int taken;

        <T> T of(List<T> all) {
            return all.get(this.taken++ & (all.size() - 1));
        }
    }

    /** Makes all limiters. */
    @Setup
    public void start() {
        Contour contour =
                Contour.named("hot").limit(new Rate(PLENTY, SECOND), PLENTY).build();
        this.registry = GateRegistry.builder(new InMemoryBucketStore())
                .contours(List.of(contour))
                .build();
        RateLimiterConfig config = RateLimiterConfig.custom()
                .limitForPeriod(PLENTY)
                .limitRefreshPeriod(SECOND)
                .timeoutDuration(Duration.ofSeconds(5))
                .build();
        this.limiters = forEachKey(key -> this.registry.limiter("hot", key));
        this.bucket4j = forEachKey(key -> Bucket.builder()
                .addLimit(limit -> limit.capacity(PLENTY).refillGreedy(PLENTY, SECOND))
                .build());
        this.resilience4j = forEachKey(key -> RateLimiter.of(key, config));
        this.guava = forEachKey(key -> com.google.common.util.concurrent.RateLimiter.create(PLENTY));
        this.failsafe = forEachKey(
                key -> dev.failsafe.RateLimiter.burstyBuilder(PLENTY, SECOND).build());
    }

    private <T> List<T> forEachKey(Function<String, T> maker) {
        List<T> made = new ArrayList<>();
        for (int i = 0; i < this.keys; i++) {
            made.add(maker.apply("key" + i));
        }
        return made;
    }

    /** Ends the registry's timer. */
    @TearDown
    public void stop() {
        this.registry.close();
    }

    /** One permit, taken and closed, on the calling thread. */
    @Benchmark
    public void acquire(Turn turn) throws InterruptedException {
        try (Permit permit = turn.of(this.limiters).acquire()) {
            permit.contour();
        }
    }

    /** As {@link #acquire}, for a caller that would not park. */
    @Benchmark
    public Permit acquireAsync(Turn turn) {
        Permit permit = turn.of(this.limiters).acquireAsync().join();
        permit.close();
        return permit;
    }

    /** As {@link #acquire}, for a caller that would not wait. */
    @Benchmark
    public Optional<Permit> tryAcquire(Turn turn) {
        Optional<Permit> permit = turn.of(this.limiters).tryAcquire(1);
        permit.ifPresent(Permit::close);
        return permit;
    }

    /** Bucket4j's local bucket, which is lock-free. */
    @Benchmark
    public boolean bucket4j(Turn turn) {
        return turn.of(this.bucket4j).tryConsume(1);
    }

    /** Resilience4j's, which is atomic. */
    @Benchmark
    public boolean resilience4j(Turn turn) {
        return turn.of(this.resilience4j).acquirePermission();
    }

    /** Guava's. */
    @Benchmark
    public double guava(Turn turn) {
        return turn.of(this.guava).acquire();
    }

    /** Failsafe's, the bursty one, which has a capacity as ours has. */
    @Benchmark
    public void failsafe(Turn turn) throws InterruptedException {
        turn.of(this.failsafe).acquirePermit();
    }

    /** What reading the clock alone costs here. */
    @Benchmark
    public long clock() {
        return System.nanoTime();
    }
}
