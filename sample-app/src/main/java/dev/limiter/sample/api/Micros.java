package dev.limiter.sample.api;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

/** Microseconds, the unit of this package. */
final class Micros {

    static final long PER_SECOND = 1_000_000;

    private Micros() {}

    static long of(Duration duration) {
        return TimeUnit.MICROSECONDS.convert(duration);
    }

    static Duration toDuration(long micros) {
        return Duration.of(micros, ChronoUnit.MICROS);
    }
}
