package dev.limiter.contour;

import java.time.Duration;

/**
 * How a contour pauses when the server refuses.
 *
 * @param fallback the pause where the server names none; it doubles with each refusal in a row, up to a minute
 * @param max the longest pause that a server can ask for; what is beyond it is cut, with a warning
 * @param jitter at most this much is added to each pause, so that processes do not return as a herd
 * @param resume what the bucket holds at the end of a pause
 */
public record PausePolicy(Duration fallback, Duration max, Duration jitter, Resume resume) {

    /** How long a growing fallback can become. */
    public static final Duration MAX_FALLBACK = Duration.ofMinutes(1);

    /** Fallback 5 s, at most 24 h, jitter 500 ms, {@link Resume#EMPTY}. */
    public static final PausePolicy DEFAULT =
            new PausePolicy(Duration.ofSeconds(5), Duration.ofHours(24), Duration.ofMillis(500), Resume.EMPTY);

    /** What the bucket holds when a pause is over. */
    public enum Resume {
        /** The limit that refills soonest starts with no permit; the others keep their balance. */
        EMPTY,
        /** Permits accrue during the pause. */
        REFILL
    }

    public PausePolicy {
        if (fallback.compareTo(Duration.ofMillis(1)) < 0 || fallback.compareTo(MAX_FALLBACK) > 0) {
            throw new IllegalArgumentException("pause.fallback must be from 1ms to 60s, but is " + fallback);
        }
        if (max.compareTo(fallback) < 0 || max.compareTo(CountPerPeriod.MAX_PERIOD) > 0) {
            throw new IllegalArgumentException(
                    "pause.max must be from pause.fallback (%s) to 366 days, but is %s".formatted(fallback, max));
        }
        if (jitter.isNegative() || jitter.compareTo(MAX_FALLBACK) > 0) {
            throw new IllegalArgumentException("pause.jitter must be from 0 to 60s, but is " + jitter);
        }
    }

    /** The pause where the server names none: fallback × 2^(row − 1), at most a minute. */
    public Duration fallback(int row) {
        Duration grown = this.fallback.multipliedBy(1L << Math.min(20, Math.max(0, row - 1)));
        return (grown.compareTo(MAX_FALLBACK) > 0) ? MAX_FALLBACK : grown;
    }
}
