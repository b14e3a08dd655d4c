package dev.limiter.contour;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/**
 * What an API documents: so many requests per window.
 *
 * @param requests from 1 to 10^9
 * @param window above zero, at most 365 days, whole microseconds
 */
public record Quota(long requests, Duration window) {

    /** The share that is left for other clients of the same quota where nothing is said. */
    public static final double DEFAULT_HEADROOM = 0.2;

    private static final Duration LONG_WINDOW = Duration.ofHours(1);

    private static final Duration ONE_MICRO = Duration.ofNanos(1000);

    /** A day less than a rate's longest period, which holds the window and the arrival jitter. */
    private static final Duration MAX_WINDOW = CountPerPeriod.MAX_PERIOD.minusDays(1);

    public Quota {
        CountPerPeriod written = new CountPerPeriod(requests, window);
        if (window.compareTo(MAX_WINDOW) > 0) {
            throw new IllegalArgumentException("'%s': the window must be at most 365 days".formatted(written));
        }
    }

    /**
     * Reads {@code 8/s}, {@code 3000/5m}, {@code 10000/d}, {@code 1/w} or {@code 100/PT1H}.
     *
     * @throws IllegalArgumentException with the text and what to write instead
     */
    public static Quota parse(String text) {
        CountPerPeriod parsed = CountPerPeriod.parse(text);
        return new Quota(parsed.count(), parsed.period());
    }

    static void checkHeadroom(double headroom) {
        if (!(headroom >= 0 && headroom < 1)) {
            throw new IllegalArgumentException(
                    "headroom must be from 0%% to below 100%%, but is %s".formatted(headroom * 100 + "%"));
        }
    }

    /** What is ours: ⌊requests × (1 − headroom)⌋. */
    long usable(double headroom) {
        checkHeadroom(headroom);
        long usable = BigDecimal.ONE
                .subtract(BigDecimal.valueOf(headroom))
                .multiply(BigDecimal.valueOf(this.requests))
                .setScale(0, RoundingMode.FLOOR)
                .longValue();
        if (usable < 1) {
            throw new IllegalArgumentException(
                    "a headroom of %s leaves no request of the quota %s: write headroom: 0%%, or the quota of a longer window"
                            .formatted(percent(headroom), this));
        }
        return usable;
    }

    /**
     * The limit that keeps every window of the server's, however it is aligned, within ⌊requests × (1 − headroom)⌋:
     * a full bucket and its refill during the window and the arrival jitter together stay below it.
     *
     * @param headroom the share left for other clients, from 0 to below 1
     * @param arrivalJitter how much later than sent a request may reach the server
     */
    public Limit toLimit(double headroom, Duration arrivalJitter) {
        Limit.checkArrivalJitter(arrivalJitter);
        long usable = usable(headroom);
        long capacity = capacity(usable);
        // The largest rate with ⌊capacity + rate × (W + J)⌋ ≤ usable; the microsecond keeps the sum below usable + 1.
        Rate rate =
                new Rate(usable + 1 - capacity, this.window.plus(arrivalJitter).plus(ONE_MICRO));
        return new Limit(rate, capacity, Duration.ZERO);
    }

    private long capacity(long usable) {
        if (this.window.compareTo(LONG_WINDOW) >= 0) {
            long half = this.requests / 2;
            return Math.max(1, Math.min((half < usable) ? half : usable / 2, refillable(usable)));
        }
        double twoSecondsWorth = 2e9 * this.requests / this.window.toNanos();
        return Math.max(1, Math.min(usable / 2, (long) Math.floor(Math.min(0.02 * this.requests, twoSecondsWorth))));
    }

    /** The most that the rest of the quota refills within a limit's longest refill: matters for windows of months. */
    private long refillable(long usable) {
        long longest = Limit.MAX_REFILL.toSeconds();
        long period = this.window.plus(Limit.MAX_ARRIVAL_JITTER).toSeconds() + 1;
        return (usable + 1) * longest / (period + longest);
    }

    private static String percent(double share) {
        return BigDecimal.valueOf(share * 100)
                        .setScale(1, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString() + " %";
    }

    @Override
    public String toString() {
        return new CountPerPeriod(this.requests, this.window).toString();
    }
}
