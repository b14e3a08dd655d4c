package dev.limiter.benchmarks.call;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * What the starter adds to a {@code WebClient} exchange that does not wait: a GET, answered at once, its body read as
 * text; in a Spring Boot application with the starter's auto-configuration and in one without it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ExchangeBenchmark {

    /** Whether the starter's meters are bound. */
    @Param({"false", "true"})
    public boolean meters;

    @SuppressWarnings("NullAway.Init")
    private ConfigurableApplicationContext bare;

    @SuppressWarnings("NullAway.Init")
    private ConfigurableApplicationContext limited;

    @SuppressWarnings("NullAway.Init")
    private Works free;

    @SuppressWarnings("NullAway.Init")
    private Works works;

    /** Starts both applications. */
    @Setup
    public void start() {
        this.bare = Application.withoutStarter();
        this.limited = Application.withStarter(this.meters);
        this.free = this.bare.getBean(Works.class);
        this.works = this.limited.getBean(Works.class);
    }

    /** Ends them. */
    @TearDown
    public void stop() {
        this.limited.close();
        this.bare.close();
    }

    /** Without the starter. */
    @Benchmark
    public @Nullable String without() {
        return this.free.marked().block();
    }

    /** To a host of a contour. */
    @Benchmark
    public @Nullable String hosts() {
        return this.works.byHost().block();
    }

    /** In an annotated method. */
    @Benchmark
    public @Nullable String marked() {
        return this.works.marked().block();
    }
}
