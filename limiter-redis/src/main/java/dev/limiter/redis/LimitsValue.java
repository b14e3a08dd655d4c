package dev.limiter.redis;

import dev.limiter.bucket.LimitsChange;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Changed limits as they are stored, see the script's header: {@code 1764495929123 8/s capacity 16 jitter 20000us}. */
final class LimitsValue {

    private static final String CONFIGURED = "configured";

    private static final Pattern VALUE = Pattern.compile("(\\d{1,15}) (.+)");

    private static final Pattern LIMIT = Pattern.compile("(\\S+) capacity (\\d{1,10}) jitter (\\d{1,9})us");

    private LimitsValue() {}

    /** What comes after the revision. */
    static String write(List<Limit> limits) {
        return limits.isEmpty()
                ? CONFIGURED
                : limits.stream().map(LimitsValue::write).collect(Collectors.joining(", "));
    }

    static String write(LimitsChange change) {
        return change.revision() + " " + write(change.limits());
    }

    private static String write(Limit limit) {
        return "%s capacity %d jitter %dus"
                .formatted(write(limit.rate()), limit.capacity(), Terms.micros(limit.arrivalJitter()));
    }

    /** A period of many digits is read in its longer form alone. */
    private static String write(Rate rate) {
        String text = rate.toString();
        return text.matches("\\d+/\\d{0,9}[a-z]+") ? text : rate.permits() + "/" + rate.period();
    }

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException where somebody else has written it
     */
    static LimitsChange read(byte[] value) {
        String text = new String(value, StandardCharsets.UTF_8);
        Matcher matcher = VALUE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("it is not ours");
        }
        String limits = matcher.group(2);
        return new LimitsChange(
                Long.parseLong(matcher.group(1)),
                limits.equals(CONFIGURED)
                        ? List.of()
                        : Arrays.stream(limits.split(", ", -1))
                                .map(LimitsValue::limit)
                                .toList());
    }

    private static Limit limit(String text) {
        Matcher matcher = LIMIT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("it is not ours");
        }
        Duration jitter = Duration.of(Long.parseLong(matcher.group(3)), ChronoUnit.MICROS);
        return new Limit(Rate.parse(matcher.group(1)), Long.parseLong(matcher.group(2)), jitter);
    }
}
