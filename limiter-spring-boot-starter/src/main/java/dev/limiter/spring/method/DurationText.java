package dev.limiter.spring.method;

import java.time.Duration;
import org.springframework.boot.convert.DurationStyle;

/**
 * Reads the duration forms of Spring Boot, {@code 500ms}, {@code 30s}, {@code 5m}, {@code 24h}, {@code PT30S}, but no
 * number without a unit: Spring Boot would take it as milliseconds, and most people mean seconds. Only {@code 0} needs
 * no unit.
 */
public final class DurationText {

    private static final String FORMS = "write a number with its unit, such as 500ms, 30s, 5m, 24h or 2d";

    private DurationText() {}

    /**
     * The duration.
     *
     * @throws IllegalArgumentException that says what to write instead, and does not repeat the text
     */
    public static Duration parse(String text) {
        String value = text.strip();
        if (value.matches("[+-]?0+")) {
            return Duration.ZERO;
        }
        if (value.matches("[+-]?\\d+")) {
            throw new IllegalArgumentException(
                    "a number without a unit: write %ss for seconds, or %sms for milliseconds".formatted(value, value));
        }
        try {
            return DurationStyle.detectAndParse(value);
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException("not a duration: " + FORMS, ex);
        }
    }
}
