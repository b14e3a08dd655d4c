package dev.limiter.benchmarks;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;

/**
 * How the rounds of a benchmark are shown: a table for each section, a line for each row, and each figure beside that of the
 * reference in the same round.
 *
 * @param reference the row that others are compared with
 */
record RoundsTable(
        Function<BenchmarkParams, String> section,
        Function<BenchmarkParams, String> row,
        String reference,
        List<Column> columns) {

    /**
     * @param format of {@link String#format}
     * @param figure of a row and the reference
     */
    record Column(String title, String format, ToDoubleBiFunction<RunResult, RunResult> figure) {}

    /** The benchmark's method. */
    static String method(BenchmarkParams benchmark) {
        String name = benchmark.getBenchmark();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    String text(Rounds rounds) {
        return names(rounds, this.section).stream()
                .map(title -> "### " + title + "\n\n" + table(rounds, title))
                .collect(Collectors.joining("\n"));
    }

    private static Set<String> names(Rounds rounds, Function<BenchmarkParams, String> naming) {
        return rounds.all().stream()
                .flatMap(List::stream)
                .map(result -> naming.apply(result.getParams()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private String table(Rounds rounds, String title) {
        StringBuilder text = new StringBuilder("| |");
        this.columns.forEach(column -> text.append(" ").append(column.title()).append(" |"));
        text.append("\n|---|").append("---|".repeat(this.columns.size())).append('\n');
        for (String name : names(rounds, this.row)) {
            text.append("| ").append(name).append(" |");
            for (Column column : this.columns) {
                text.append(" ").append(figure(rounds, title, name, column)).append(" |");
            }
            text.append('\n');
        }
        return text.toString();
    }

    private String figure(Rounds rounds, String title, String name, Column column) {
        return Spread.of(rounds.all().stream()
                        .flatMap(round -> find(round, title, name).stream())
                        .mapToDouble(found -> column.figure().applyAsDouble(found.row(), found.reference())))
                .text(column.format());
    }

    private record Pair(RunResult row, RunResult reference) {}

    private Optional<Pair> find(List<RunResult> round, String title, String name) {
        return result(round, title, name)
                .flatMap(one -> result(round, title, this.reference).map(other -> new Pair(one, other)));
    }

    private Optional<RunResult> result(List<RunResult> round, String title, String name) {
        return round.stream()
                .filter(each -> this.section.apply(each.getParams()).equals(title)
                        && this.row.apply(each.getParams()).equals(name))
                .findFirst();
    }
}
