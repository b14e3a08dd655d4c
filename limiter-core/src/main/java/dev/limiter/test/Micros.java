package dev.limiter.test;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Microseconds, in which instants are counted. */
final class Micros {

    private Micros() {}

    /** Whole ones, rounded up. */
    static long of(Duration duration) {
        return Math.addExact(Math.multiplyExact(duration.getSeconds(), 1_000_000L), (duration.getNano() + 999) / 1000);
    }

    static Duration toDuration(long micros) {
        return Duration.of(micros, ChronoUnit.MICROS);
    }

    /** Such as {@code 2.5 s}. */
    static String inSeconds(Duration duration) {
        String seconds = "%d.%06d".formatted(duration.getSeconds(), duration.getNano() / 1000);
        return seconds.replaceAll("\\.?0+$", "") + " s";
    }
}
