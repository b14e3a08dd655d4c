package dev.limiter.contour;

import java.time.Duration;

/**
 * How fast permits accrue: so many per period. Exact, so that {@code 7/m} or {@code 1/w} never drift.
 *
 * @param permits from 1 to 10^9
 * @param period above zero, at most 366 days, whole microseconds
 */
public record Rate(long permits, Duration period) {

    public Rate {
        new CountPerPeriod(permits, period);
    }

    /**
     * Reads {@code 8/s}, {@code 3000/5m}, {@code 10000/d}, {@code 1/w} or {@code 100/PT1H}.
     *
     * @throws IllegalArgumentException with the text and what to write instead
     */
    public static Rate parse(String text) {
        CountPerPeriod parsed = CountPerPeriod.parse(text);
        return new Rate(parsed.count(), parsed.period());
    }

    /** Permits per second, for people and estimates; the bucket itself never uses it. */
    public double perSecond() {
        return this.permits * 1e9 / this.period.toNanos();
    }

    @Override
    public String toString() {
        return new CountPerPeriod(this.permits, this.period).toString();
    }
}
