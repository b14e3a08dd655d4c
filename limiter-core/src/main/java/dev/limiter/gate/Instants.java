package dev.limiter.gate;

import java.time.Duration;

/** Instants in microseconds, for ever included. */
final class Instants {

    static final long FOR_EVER = Long.MAX_VALUE;

    private static final long SECONDS_FOR_EVER = 100L * 366 * 24 * 3600;

    private Instants() {}

    /** The instant that much later; a hundred years or more count as for ever. */
    static long plus(long micros, Duration duration) {
        return (duration.getSeconds() >= SECONDS_FOR_EVER) ? FOR_EVER : micros + micros(duration);
    }

    /** Whole microseconds, rounded up. */
    static long micros(Duration duration) {
        return duration.getSeconds() * 1_000_000L + (duration.getNano() + 999) / 1000;
    }

    static Duration between(long from, long to) {
        return Duration.ofNanos(Math.max(0, to - from) * 1000);
    }
}
