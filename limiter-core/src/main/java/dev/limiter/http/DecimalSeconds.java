package dev.limiter.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Seconds as digits, with a fraction or without. Hand-made, since no parser of the JDK's refuses 400 digits cheaply. */
final class DecimalSeconds {

    private static final int MICROS_DIGITS = 6;

    /** Longer than any of ours, and short enough to add to an instant. */
    private static final long MOST_SECONDS = 1_000_000_000_000L;

    private DecimalSeconds() {}

    /** The seconds, rounded up to microseconds and cut at a far end; {@code null} for anything but digits and a dot. */
    static @Nullable Duration parse(String text) {
        int dot = text.indexOf('.');
        String whole = (dot < 0) ? text : text.substring(0, dot);
        String fraction = (dot < 0) ? "" : text.substring(dot + 1);
        if (text.length() < ((dot < 0) ? 1 : 2) || !isDigits(whole) || !isDigits(fraction)) {
            return null;
        }
        return Duration.ofSeconds(seconds(whole)).plusNanos(1000 * microsRoundedUp(fraction));
    }

    private static boolean isDigits(String text) {
        return text.chars().allMatch(character -> character >= '0' && character <= '9');
    }

    private static long seconds(String digits) {
        long seconds = 0;
        for (int i = 0; i < digits.length() && seconds < MOST_SECONDS; i++) {
            seconds = 10 * seconds + (digits.charAt(i) - '0');
        }
        return Math.min(MOST_SECONDS, seconds);
    }

    private static long microsRoundedUp(String digits) {
        long micros = 0;
        for (int i = 0; i < MICROS_DIGITS; i++) {
            micros = 10 * micros + ((i < digits.length()) ? digits.charAt(i) - '0' : 0);
        }
        boolean more = digits.chars().skip(MICROS_DIGITS).anyMatch(character -> character != '0');
        return more ? micros + 1 : micros;
    }
}
