package dev.limiter.contour;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes "N per period": {@code 8/s}, {@code 3000/5m}, {@code 10000/d}, {@code 100/PT1H}. */
record CountPerPeriod(long count, Duration period) {

    static final long MAX_COUNT = 1_000_000_000L;

    static final Duration MAX_PERIOD = Duration.ofDays(366);

    private static final String FORMS =
            "write a count and a period with its unit, such as 8/s, 3000/5m, 10000/d or 100/PT1H";

    private static final Pattern SHORT_PERIOD = Pattern.compile("(\\d{0,9})\\s*(us|ms|s|m|min|h|d|w)");

    private static final Map<String, Duration> UNITS = Map.of(
            "us", Duration.ofNanos(1000),
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "min", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1),
            "w", Duration.ofDays(7));

    CountPerPeriod {
        if (count < 1 || count > MAX_COUNT) {
            throw new IllegalArgumentException("the count must be from 1 to %d, but is %d".formatted(MAX_COUNT, count));
        }
        if (period.isZero() || period.isNegative() || period.compareTo(MAX_PERIOD) > 0) {
            throw new IllegalArgumentException(
                    "the period must be above zero and at most 366 days, but is %s".formatted(period));
        }
        if (period.toNanos() % 1000 != 0) {
            throw new IllegalArgumentException("the period must be whole microseconds, but is %s".formatted(period));
        }
    }

    static CountPerPeriod parse(String text) {
        String[] parts = text.strip().split("/", -1);
        if (parts.length != 2) {
            throw new IllegalArgumentException("'%s' is not a rate: %s".formatted(text, FORMS));
        }
        try {
            return new CountPerPeriod(parseCount(parts[0].strip(), text), parsePeriod(parts[1].strip(), text));
        } catch (IllegalArgumentException ex) {
            String message = String.valueOf(ex.getMessage());
            throw new IllegalArgumentException(
                    message.startsWith("'") ? message : "'%s': %s".formatted(text, message), ex);
        }
    }

    private static long parseCount(String count, String text) {
        if (count.matches("\\d{1,10}")) {
            return Long.parseLong(count);
        }
        throw new IllegalArgumentException("'%s' does not start with a whole number: %s".formatted(text, FORMS));
    }

    private static Duration parsePeriod(String period, String text) {
        Matcher matcher = SHORT_PERIOD.matcher(period);
        if (matcher.matches()) {
            long many = matcher.group(1).isEmpty() ? 1 : Long.parseLong(matcher.group(1));
            return UNITS.getOrDefault(matcher.group(2), Duration.ZERO).multipliedBy(many);
        }
        if (period.matches("\\d+")) {
            throw new IllegalArgumentException(
                    "'%s' has a period without a unit: write %ss for seconds, %sm for minutes, %sh for hours"
                            .formatted(text, period, period, period));
        }
        try {
            return Duration.parse(period);
        } catch (DateTimeParseException | ArithmeticException ex) {
            throw new IllegalArgumentException("'%s' has no readable period: %s".formatted(text, FORMS), ex);
        }
    }

    @Override
    public String toString() {
        return this.count + "/" + format(this.period);
    }

    /** The shortest of our own forms: {@code s}, {@code 5m}, {@code 1020ms}. */
    static String format(Duration period) {
        for (String unit : new String[] {"w", "d", "h", "m", "s", "ms", "us"}) {
            long nanos = UNITS.getOrDefault(unit, Duration.ZERO).toNanos();
            if (period.toNanos() % nanos == 0) {
                long many = period.toNanos() / nanos;
                return (many == 1) ? unit : many + unit;
            }
        }
        return period.toString();
    }
}
