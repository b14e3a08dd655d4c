package dev.limiter.benchmarks;

import dev.limiter.benchmarks.call.ExchangeBenchmark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.openjdk.jmh.runner.RunnerException;

/**
 * All benchmarks that need no other server, or some of them: tables on standard output, progress on standard error, JSON in
 * the folder {@code in-process} beside the jar. {@code InProcess [quick] [acquire] [exchange] [timer] [memory] [start]}.
 */
public final class InProcess {

    private enum Kind {
        ACQUIRE,
        EXCHANGE,
        TIMER,
        MEMORY,
        START
    }

    private final Effort effort;

    private final Path results;

    private InProcess(Effort effort, Path results) {
        this.effort = effort;
        this.results = results;
    }

    /** Runs them. */
    public static void main(String[] args) throws IOException, InterruptedException, RunnerException {
        List<String> words = Arrays.asList(args);
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        words.stream()
                .filter(word -> !word.equals("quick"))
                .map(word -> Kind.valueOf(word.toUpperCase(Locale.ROOT)))
                .forEach(kinds::add);
        if (kinds.isEmpty()) {
            kinds.addAll(EnumSet.allOf(Kind.class));
        }
        Effort effort = words.contains("quick") ? Effort.QUICK : Effort.FULL;
        Path results = Files.createDirectories(Child.folder().resolve("in-process"));
        System.out.printf(
                "Java %s, %s %s, %d processors; %d rounds; median (least to most) of the rounds%n",
                System.getProperty("java.version"),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                effort.rounds());
        for (Kind kind : kinds) {
            System.out.printf("%n## %s%n%n", kind.name().toLowerCase(Locale.ROOT));
            new InProcess(effort, results).run(kind);
        }
    }

    private void run(Kind kind) throws IOException, InterruptedException, RunnerException {
        String file = this.results
                .resolve(kind.name().toLowerCase(Locale.ROOT) + ".json")
                .toString();
        switch (kind) {
            case ACQUIRE -> jmh(file, AcquireBenchmark.class, Tables.ACQUIRE, 1, 2);
            case EXCHANGE -> jmh(file, ExchangeBenchmark.class, Tables.EXCHANGE, 1);
            case TIMER -> jmh(file, TimerBenchmark.class, Tables.TIMER, 1);
            case MEMORY ->
                Child.run(
                        List.of("-Xms5g", "-Xmx5g", "-XX:+UseSerialGC"),
                        KeyMemory.class,
                        "1000000",
                        "" + this.effort.rounds(),
                        file);
            case START -> StartTime.main(new String[] {"" + this.effort.starts(), file});
        }
    }

    private void jmh(String file, Class<?> benchmark, RoundsTable table, int... threads)
            throws IOException, RunnerException {
        Rounds rounds = Rounds.run(benchmark, this.effort, threads);
        rounds.write(Path.of(file));
        System.out.print(table.text(rounds));
    }
}
