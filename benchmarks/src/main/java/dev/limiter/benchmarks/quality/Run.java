package dev.limiter.benchmarks.quality;

import dev.limiter.benchmarks.quality.Arrival.Verdict;
import dev.limiter.benchmarks.quality.Callers.Tally;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What one limiter did at one server. Times are in microseconds, those of arrivals by the server's clock.
 *
 * @param share of the quota that was used, in whole windows
 * @param serverLate by how much the server's process was late at worst
 */
record Run(Cell cell, Who who, List<Arrival> arrivals, double share, Tally tally, long serverLate) {

    private static final long SECOND = 1_000_000;

    /** After this, and a round trip, every process knows of a pause. */
    private static final long PAUSE_KNOWN = 50_000;

    private static final long JITTER = micros(Cell.JITTER);

    /** Of the rate, from when it is called full. */
    private static final double FULL = 0.95;

    /**
     * A run of which the share is counted in this span.
     *
     * @param from a window of the server's begins then
     * @param length whole windows
     */
    static Run of(
            Cell cell, Who who, List<Arrival> arrivals, long from, Duration length, Tally tally, long serverLate) {
        long used = arrivals.stream()
                .filter(each -> each.verdict() == Verdict.ADMITTED)
                .filter(each -> each.micros() >= from && each.micros() < from + micros(length))
                .count();
        return new Run(cell, who, arrivals, used / cell.server.worthOf(length), tally, serverLate);
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }

    long refused() {
        return count(Verdict.REFUSED);
    }

    /** What came in the pause, the request that was told of it included. */
    long paused() {
        return count(Verdict.PAUSED);
    }

    private long count(Verdict verdict) {
        return this.arrivals.stream().filter(each -> each.verdict() == verdict).count();
    }

    /** How long after the first request of the pause the last one came. */
    long pauseKnownAfter() {
        return lastOfPause() - pauseBegan();
    }

    private long pauseBegan() {
        return this.arrivals.stream()
                .filter(each -> each.verdict() == Verdict.PAUSED)
                .mapToLong(Arrival::micros)
                .min()
                .orElse(0);
    }

    private long lastOfPause() {
        return this.arrivals.stream()
                .filter(each -> each.verdict() == Verdict.PAUSED)
                .mapToLong(Arrival::micros)
                .max()
                .orElse(0);
    }

    /** How long after the end of the pause a second begins in which the limit's rate was used; -1 where there is none. */
    long fullRateAfter() {
        long end = pauseBegan() + SECOND;
        double full = FULL * this.cell.contour().limits().get(0).rate().perSecond();
        List<Long> later = this.arrivals.stream()
                .map(Arrival::micros)
                .filter(at -> at >= end)
                .toList();
        for (int i = 0; i < later.size(); i++) {
            long from = later.get(i);
            long within = later.stream()
                    .filter(at -> at >= from && at < from + SECOND)
                    .count();
            if (within >= full) {
                return from - end;
            }
        }
        return -1;
    }

    /** The longest way from a permit to the server. */
    long slowest() {
        return this.arrivals.stream().mapToLong(Arrival::delayMicros).max().orElse(0);
    }

    /** By how much anything was late at worst: with more than the jitter, nothing was promised. */
    boolean onTime() {
        return Math.max(Math.max(this.serverLate, this.tally.lateMicros()), slowest()) <= JITTER;
    }

    /** The promises of the limiter that were not kept. */
    List<String> broken() {
        List<String> broken = new ArrayList<>();
        require(broken, refused() == 0, "%d refused", refused());
        require(broken, this.tally.failed() == 0, "%d calls failed", this.tally.failed());
        require(
                broken,
                this.share >= this.cell.promised,
                "%.1f %% of the quota used, not %.0f %%",
                100 * this.share,
                100 * this.cell.promised);
        require(broken, paused() > 0, "the pause was never told");
        require(
                broken,
                pauseKnownAfter() <= PAUSE_KNOWN + JITTER,
                "requests until %.0f ms after the pause began",
                pauseKnownAfter() / 1e3);
        require(
                broken,
                fullRateAfter() >= 0 && fullRateAfter() <= SECOND,
                "not the full rate within a second after the pause");
        return broken;
    }

    private static void require(List<String> broken, boolean kept, String format, Object... values) {
        if (!kept) {
            broken.add(String.format(Locale.ROOT, format, values));
        }
    }
}
