package dev.limiter.benchmarks;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.gate.GateRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
 * What one more waiter costs, with its deadline, who comes to a line of many and leaves it again: in memory, an empty bucket
 * from which nobody is served meanwhile.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TimerBenchmark {

    /** A permit an hour: the last of them would be served after eleven years, if anybody was. */
    private static final Rate SCARCE = new Rate(1, Duration.ofHours(1));

    private static final int EARLIEST_DAYS = 20_000;

    /** How many stand in line all the time. */
    @Param({"10", "100", "1000", "10000", "100000"})
    public int waiters;

    @SuppressWarnings("NullAway.Init")
    private GateRegistry registry;

    @SuppressWarnings("NullAway.Init")
    private Limiter limiter;

    private final List<CompletableFuture<Permit>> line = new ArrayList<>();

    /** Whose deadlines are in no order. */
    private final List<PermitRequest> requests = new ArrayList<>();

    private int asked;

    /** Makes the line. */
    @Setup
    public void start() {
        Contour contour = Contour.named("scarce")
                .limit(SCARCE, 1)
                .maxWaiting(2 * this.waiters + 10)
                .build();
        this.registry = GateRegistry.builder(new InMemoryBucketStore())
                .contours(List.of(contour))
                .build();
        this.limiter = this.registry.limiter("scarce");
        Random random = new Random(6);
        for (int i = 0; i < 1_024; i++) {
            Duration longest = Duration.ofDays(EARLIEST_DAYS + random.nextInt(EARLIEST_DAYS));
            this.requests.add(PermitRequest.one().withMaxWait(longest));
        }
        for (int i = 0; i <= this.waiters; i++) {
            this.line.add(this.limiter.acquireAsync(next()));
        }
        long waiting = this.line.stream().filter(each -> !each.isDone()).count();
        if (waiting != this.waiters) {
            throw new IllegalStateException(waiting + " wait, not " + this.waiters);
        }
    }

    private PermitRequest next() {
        return this.requests.get(this.asked++ & (this.requests.size() - 1));
    }

    /** Ends the line. */
    @TearDown
    public void stop() {
        this.registry.close();
    }

    /** Behind all others, and away. */
    @Benchmark
    public boolean last() {
        return this.limiter.acquireAsync(next()).cancel(false);
    }

    /** Before all others, with the first deadline of all, and away. */
    @Benchmark
    public boolean first() {
        PermitRequest urgent = new PermitRequest(1, Priority.URGENT, Duration.ofDays(1));
        return this.limiter.acquireAsync(urgent).cancel(false);
    }
}
