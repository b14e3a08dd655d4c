package dev.limiter.benchmarks;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.gate.GateRegistry;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What one permit costs where nobody waits: in memory, one key, beside resilience4j and the bare clock. A rate that no
 * machine can use up keeps every caller on the path that does not wait.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class AcquireBenchmark {

    private static final int PLENTY = 100_000_000;

    @SuppressWarnings("NullAway.Init")
    private GateRegistry registry;

    @SuppressWarnings("NullAway.Init")
    private Limiter limiter;

    @SuppressWarnings("NullAway.Init")
    private RateLimiter peer;

    /** Makes both limiters. */
    @Setup
    public void start() {
        Contour contour = Contour.named("hot")
                .limit(new Rate(PLENTY, Duration.ofSeconds(1)), PLENTY)
                .build();
        this.registry = GateRegistry.builder(new InMemoryBucketStore())
                .contours(List.of(contour))
                .build();
        this.limiter = this.registry.limiter("hot");
        this.peer = RateLimiter.of(
                "hot",
                RateLimiterConfig.custom()
                        .limitForPeriod(PLENTY)
                        .limitRefreshPeriod(Duration.ofSeconds(1))
                        .timeoutDuration(Duration.ofSeconds(5))
                        .build());
    }

    /** Ends the registry's timer. */
    @TearDown
    public void stop() {
        this.registry.close();
    }

    /** One permit, taken and closed, on the calling thread. */
    @Benchmark
    public void limiter() throws InterruptedException {
        try (Permit permit = this.limiter.acquire()) {
            permit.contour();
        }
    }

    /** As {@link #limiter()}, for a caller that would not park. */
    @Benchmark
    public Permit limiterAsync() {
        Permit permit = this.limiter.acquireAsync().join();
        permit.close();
        return permit;
    }

    /** One permission of resilience4j's. */
    @Benchmark
    public boolean resilience4j() {
        return this.peer.acquirePermission();
    }

    /** What reading the clock alone costs here. */
    @Benchmark
    public long clock() {
        return System.nanoTime();
    }
}
