package dev.limiter.benchmarks.redis;

import dev.limiter.benchmarks.redis.Load.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** All that was measured: the median of the rounds, with the least and the most of the permits per second. */
final class Report {

    private final String version;

    private final int rounds;

    private final long millis;

    private final Map<Cell, Map<Kind, List<Measured>>> cells = new LinkedHashMap<>();

    Report(String version, int rounds, long millis) {
        this.version = version;
        this.rounds = rounds;
        this.millis = millis;
    }

    void add(Cell cell, Kind peer, Measured measured) {
        this.cells
                .computeIfAbsent(cell, absent -> new LinkedHashMap<>())
                .computeIfAbsent(peer, absent -> new ArrayList<>())
                .add(measured);
    }

    String table() {
        StringBuilder text = new StringBuilder();
        line(
                text,
                "Redis %s, Java %s, %s %s, %d processors; %d rounds of %d ms; median (least to most)%n",
                this.version,
                System.getProperty("java.version"),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                this.rounds,
                this.millis);
        this.cells.forEach((cell, peers) -> {
            line(text, "%n### %s%n%n", cell.title());
            line(
                    text,
                    "| | permits/s | p50 µs | p99 µs | p99.9 µs | script calls a permit | µs in scripts a permit | Redis CPU µs a permit | Limiter is × of it |%n|---|---|---|---|---|---|---|---|---|%n");
            peers.forEach((peer, measured) -> line(
                    text,
                    "| %s | %,.0f (%,.0f to %,.0f) | %,.0f | %,.0f | %,.0f | %.3f | %.2f | %.2f | %s |%s%n",
                    peer.title,
                    median(measured, Measured::perSecond),
                    least(measured, Measured::perSecond),
                    -least(measured, each -> -each.perSecond()),
                    median(measured, Measured::p50),
                    median(measured, Measured::p99),
                    median(measured, Measured::p999),
                    median(measured, Measured::callsPerPermit),
                    median(measured, Measured::scriptMicrosPerPermit),
                    median(measured, Measured::cpuPerPermit),
                    ratio(peers.getOrDefault(Kind.LIMITER, List.of()), measured),
                    failures(measured)));
        });
        return text.toString();
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values));
    }

    private static double median(List<Measured> measured, ToDoubleFunction<Measured> what) {
        double[] sorted = measured.stream().mapToDouble(what).sorted().toArray();
        int middle = sorted.length / 2;
        return (sorted.length % 2 == 1) ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static double least(List<Measured> measured, ToDoubleFunction<Measured> what) {
        return measured.stream().mapToDouble(what).min().orElse(Double.NaN);
    }

    /** Of the permits per second, round by round: what slows the machine down for a while slows both. */
    private static String ratio(List<Measured> limiter, List<Measured> other) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(limiter.size(), other.size()); i++) {
            ratios.add(limiter.get(i).perSecond() / other.get(i).perSecond());
        }
        ratios.sort(null);
        int size = ratios.size();
        return (size == 0)
                ? ""
                : String.format(
                        Locale.ROOT,
                        "%.2f (%.2f to %.2f)",
                        (ratios.get((size - 1) / 2) + ratios.get(size / 2)) / 2,
                        ratios.get(0),
                        ratios.get(size - 1));
    }

    private static String failures(List<Measured> measured) {
        long failed = measured.stream().mapToLong(Measured::failed).sum();
        return (failed == 0) ? "" : " " + failed + " failed";
    }

    String json() {
        List<String> lines = new ArrayList<>();
        this.cells.forEach((cell, peers) -> peers.forEach((peer, measured) -> lines.add(String.format(
                Locale.ROOT,
                "  {\"rate\": \"%s\", \"processes\": %d, \"callers\": %d, \"keys\": %d, \"peer\": \"%s\", \"rounds\": [%s]}",
                cell.plenty() ? "plenty" : "100/s",
                cell.processes(),
                cell.callers(),
                cell.keys(),
                peer,
                measured.stream().map(Report::json).collect(Collectors.joining(", "))))));
        return String.format(
                Locale.ROOT,
                "{\"redis\": \"%s\", \"java\": \"%s\", \"processors\": %d, \"millis\": %d, \"cells\": [%n%s%n]}%n",
                this.version,
                System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors(),
                this.millis,
                String.join(",\n", lines));
    }

    private static String json(Measured each) {
        return String.format(
                Locale.ROOT,
                "{\"perSecond\": %.1f, \"p50\": %.1f, \"p99\": %.1f, \"p999\": %.1f, \"calls\": %.4f, \"scriptMicros\": %.3f, \"cpu\": %.3f, \"failed\": %d}",
                each.perSecond(),
                each.p50(),
                each.p99(),
                each.p999(),
                each.callsPerPermit(),
                each.scriptMicrosPerPermit(),
                each.cpuPerPermit(),
                each.failed());
    }
}
