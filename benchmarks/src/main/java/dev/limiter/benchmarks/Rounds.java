package dev.limiter.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * A JMH benchmark, all of it in each round, so that what slows the machine down for a while slows all that are compared:
 * ratios are taken within a round. Each benchmark has a JVM of its own in each.
 *
 * @param all one list for each round
 */
record Rounds(List<List<RunResult>> all) {

    static Rounds run(Class<?> benchmark, Effort effort, int... threads) throws RunnerException {
        List<List<RunResult>> all = new ArrayList<>();
        for (int round = 1; round <= effort.rounds(); round++) {
            System.err.printf("%s: round %d of %d%n", benchmark.getSimpleName(), round, effort.rounds());
            List<RunResult> results = new ArrayList<>();
            for (int count : threads) {
                results.addAll(new Runner(options(benchmark, effort, count)).run());
            }
            all.add(results);
        }
        return new Rounds(all);
    }

    private static Options options(Class<?> benchmark, Effort effort, int threads) {
        return new OptionsBuilder()
                .include("^" + benchmark.getName().replace(".", "\\.") + "\\.")
                .threads(threads)
                .forks(1)
                .warmupIterations(2)
                .warmupTime(TimeValue.milliseconds(effort.warmUpMillis() / 2))
                .measurementIterations(Effort.ITERATIONS)
                .measurementTime(TimeValue.milliseconds(effort.iterationMillis()))
                .addProfiler(GCProfiler.class)
                .jvmArgsAppend("-Xms1g", "-Xmx1g")
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build();
    }

    /** JMH's own JSON, with the results of all rounds. */
    void write(Path file) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            List<RunResult> results = this.all.stream().flatMap(List::stream).toList();
            ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
        }
    }

    /** Of the iterations, so that one in which the machine did something else does not count. */
    static double nanos(RunResult result) {
        return result.getPrimaryResult().getStatistics().getPercentile(50);
    }

    @SuppressWarnings("rawtypes")
    static double bytes(RunResult result) {
        return result.getSecondaryResults().entrySet().stream()
                .filter(each -> each.getKey().endsWith("gc.alloc.rate.norm"))
                .mapToDouble(each -> each.getValue().getScore())
                .findFirst()
                .orElse(Double.NaN);
    }
}
