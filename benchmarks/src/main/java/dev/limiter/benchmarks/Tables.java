package dev.limiter.benchmarks;

import dev.limiter.benchmarks.RoundsTable.Column;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;

/** How each JMH benchmark is shown. */
final class Tables {

    private static final Column NANOS = new Column("ns", "%,.1f", (row, reference) -> Rounds.nanos(row));

    private static final Column BYTES = new Column("bytes", "%,.0f", (row, reference) -> Rounds.bytes(row));

    static final RoundsTable ACQUIRE = new RoundsTable(
            benchmark -> count(benchmark.getThreads(), "thread")
                    + ", "
                    + count(Integer.parseInt(benchmark.getParam("keys")), "key"),
            RoundsTable::method,
            "acquire",
            List.of(
                    NANOS,
                    BYTES,
                    new Column(
                            "acquire is × of it",
                            "%.2f",
                            (row, reference) -> Rounds.nanos(reference) / Rounds.nanos(row))));

    static final RoundsTable EXCHANGE = new RoundsTable(
            benchmark -> benchmark.getParam("meters").equals("true") ? "with meters" : "without meters",
            RoundsTable::method,
            "without",
            List.of(
                    NANOS,
                    BYTES,
                    new Column(
                            "ns that the starter adds",
                            "%,.0f",
                            (row, reference) -> Rounds.nanos(row) - Rounds.nanos(reference)),
                    new Column(
                            "bytes that it adds",
                            "%,.0f",
                            (row, reference) -> Rounds.bytes(row) - Rounds.bytes(reference))));

    static final RoundsTable TIMER = new RoundsTable(
            benchmark -> "who comes " + RoundsTable.method(benchmark) + " and leaves",
            Tables::waiters,
            "10 waiters",
            List.of(
                    NANOS,
                    BYTES,
                    new Column(
                            "× of 10 waiters",
                            "%.2f",
                            (row, reference) -> Rounds.nanos(row) / Rounds.nanos(reference))));

    private Tables() {}

    private static String waiters(BenchmarkParams benchmark) {
        return "%,d waiters".formatted(Integer.parseInt(benchmark.getParam("waiters")));
    }

    private static String count(int number, String what) {
        return number + " " + what + ((number == 1) ? "" : "s");
    }
}
