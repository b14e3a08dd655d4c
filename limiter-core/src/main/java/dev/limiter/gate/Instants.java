package dev.limiter.gate;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Instants in microseconds, for ever included. */
final class Instants {

    static final long FOR_EVER = Long.MAX_VALUE;

    /** Before anything happened; so far from it that differences do not overflow. */
    static final long LONG_AGO = Long.MIN_VALUE / 2;

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

    /** Zero where the second is not later. */
    static Duration between(long from, long to) {
        return (to <= from) ? Duration.ZERO : Duration.of(to, ChronoUnit.MICROS).minus(from, ChronoUnit.MICROS);
    }
}
