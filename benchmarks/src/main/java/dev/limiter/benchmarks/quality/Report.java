package dev.limiter.benchmarks.quality;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** All runs, as a table and as JSON. */
final class Report {

    private final String setting;

    private final List<Run> runs = new ArrayList<>();

    Report(String redis, Duration length) {
        this.setting = String.format(
                Locale.ROOT,
                "Redis %s, Java %s, %s %s, %d processors; %d processes, each %d callers; %d s",
                redis,
                System.getProperty("java.version"),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                LimitQuality.PROCESSES,
                Callers.THREADS,
                length.toSeconds());
    }

    void add(Run run) {
        this.runs.add(run);
    }

    String table() {
        return this.setting
                + "\n\n| server | who | requests | refused | share of the quota | told in the pause | the last of them, ms after its begin"
                + " | full rate, ms after its end | permit to server, at most ms | server late, ms | workers late, ms | |\n"
                + "|---|---|---|---|---|---|---|---|---|---|---|---|\n"
                + this.runs.stream().map(Report::row).collect(Collectors.joining());
    }

    static String row(Run run) {
        boolean limiter = run.who() == Who.LIMITER;
        return String.format(
                Locale.ROOT,
                "| %s | %s | %d | %s | %.1f %% | %s | %s | %s | %s | %s | %s | %s |%n",
                run.cell().title,
                run.who().title,
                run.arrivals().size(),
                (run.refused() == 0)
                        ? "0"
                        : String.format(
                                Locale.ROOT,
                                "%d (%.1f %%)",
                                run.refused(),
                                100.0 * run.refused() / run.arrivals().size()),
                100 * run.share(),
                limiter ? run.paused() : "",
                limiter ? millis(run.pauseKnownAfter()) : "",
                limiter ? millis(run.fullRateAfter()) : "",
                millis(run.slowest()),
                millis(run.serverLate()),
                millis(run.tally().lateMicros()),
                limiter ? judgement(run) : "");
    }

    private static String judgement(Run run) {
        if (run.broken().isEmpty()) {
            return "kept";
        }
        return (run.onTime() ? "BROKEN: " : "machine late: ") + String.join("; ", run.broken());
    }

    private static String millis(long micros) {
        return String.format(Locale.ROOT, "%.1f", micros / 1e3);
    }

    String json() {
        return String.format(
                Locale.ROOT,
                "{\"setting\": \"%s\", \"runs\": [%n%s%n]}%n",
                this.setting,
                this.runs.stream().map(Report::json).collect(Collectors.joining(",\n")));
    }

    /** With each arrival: microseconds by the server's clock, microseconds since its permit, and what became of it. */
    private static String json(Run run) {
        return String.format(
                Locale.ROOT,
                "  {\"server\": \"%s\", \"who\": \"%s\", \"refused\": %d, \"share\": %.4f, \"paused\": %d, \"pauseKnownAfter\": %d,"
                        + " \"fullRateAfter\": %d, \"failed\": %d, \"serverLate\": %d, \"workersLate\": %d, \"arrivals\": [%s]}",
                run.cell().title,
                run.who(),
                run.refused(),
                run.share(),
                run.paused(),
                run.pauseKnownAfter(),
                run.fullRateAfter(),
                run.tally().failed(),
                run.serverLate(),
                run.tally().lateMicros(),
                run.arrivals().stream()
                        .map(each -> "[" + each.micros() + ", " + each.delayMicros() + ", \"" + each.verdict() + "\"]")
                        .collect(Collectors.joining(", ")));
    }
}
