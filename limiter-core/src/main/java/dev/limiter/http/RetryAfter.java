package dev.limiter.http;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code Retry-After}: how long a server asks to stay away (RFC 9110 §10.2.3). Stateless.
 *
 * <p>What is read: whole seconds, decimal seconds ({@code 2.4}), and an HTTP-date in any of its three forms (RFC 9110
 * §5.6.7), against the answer's own {@code Date} where it has one, so that our clock does not matter. Rounding goes up:
 * decimals to the next microsecond. Of several lines, or several values in a line, the longest usable one counts.
 *
 * <p>What is not: anything else, zero, a negative number and a date that is not in the future. They are no usable hint,
 * and answer empty: the contour's growing fallback takes their place. What is longer than {@link #LONGEST} is cut to
 * it; the cut at {@code pause.max} is not made here. No content throws, or takes longer than microseconds: what
 * is beyond 64 values or 8,192 characters is not looked at.
 */
public final class RetryAfter {

    /** The header's name. */
    public static final String HEADER = "Retry-After";

    /** The longest answer: far beyond every {@code pause.max}, and safe to add to any instant of our time. */
    public static final Duration LONGEST = Duration.ofDays(366);

    private RetryAfter() {}

    /**
     * Reads the header.
     *
     * @param values one for each line, as they were sent
     * @param responseDate the answer's {@code Date}; {@code null}, empty or unreadable for none
     * @param now when the answer arrived, by our own clock: what dates are read against where the answer has no date
     * @return above zero and at most {@link #LONGEST}, in whole microseconds; empty for no usable hint
     */
    public static Optional<Duration> parse(List<String> values, @Nullable String responseDate, Instant now) {
        Instant reference = reference(responseDate, now);
        return longest(values, value -> {
            Duration seconds = DecimalSeconds.parse(value);
            return (seconds != null) ? seconds : between(reference, HttpDate.parse(value, reference));
        });
    }

    /** As {@link #parse}, where numbers are seconds since 1970; reads ISO-8601 dates too. */
    static Optional<Duration> parseReset(List<String> values, @Nullable String responseDate, Instant now) {
        Instant reference = reference(responseDate, now);
        return longest(values, value -> between(reference, ResetInstant.parse(value, reference)));
    }

    /** What counts as a hint: above zero, at most {@link #LONGEST}, or {@code null}. */
    static @Nullable Duration usable(@Nullable Duration hint) {
        if (hint == null || hint.isNegative() || hint.isZero()) {
            return null;
        }
        return (hint.compareTo(LONGEST) > 0) ? LONGEST : hint;
    }

    private static Instant reference(@Nullable String responseDate, Instant now) {
        Instant date = (responseDate != null) ? HttpDate.parse(responseDate.strip(), now) : null;
        return (date != null) ? date : now;
    }

    private static @Nullable Duration between(Instant reference, @Nullable Instant until) {
        return (until != null) ? upToMicros(Duration.between(reference, until)) : null;
    }

    private static Duration upToMicros(Duration duration) {
        return duration.plusNanos(Math.floorMod(-duration.getNano(), 1000));
    }

    private static Optional<Duration> longest(List<String> lines, Function<String, @Nullable Duration> reader) {
        Duration longest = null;
        for (String value : HeaderValues.split(lines)) {
            Duration read = usable(reader.apply(value));
            if (read != null && (longest == null || read.compareTo(longest) > 0)) {
                longest = read;
            }
        }
        return Optional.ofNullable(longest);
    }
}
