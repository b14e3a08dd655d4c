package dev.limiter.spring.test;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;

/** How a server says when to come back. Each is rounded up to the second, so that a client that obeys is never early. */
public enum RetryAfterForm {
    /** {@code Retry-After: 2}. */
    DELAY_SECONDS {
        @Override
        public Map<String, String> headers(long waitMicros, Instant now) {
            return Map.of("Retry-After", delaySeconds(waitMicros));
        }
    },

    /** {@code Retry-After: Sun, 06 Nov 1994 08:49:37 GMT}. */
    HTTP_DATE {
        @Override
        public Map<String, String> headers(long waitMicros, Instant now) {
            return Map.of("Retry-After", httpDate(end(waitMicros, now)));
        }
    },

    /**
     * {@code RateLimit-Reset: 2}, in seconds from now; for a classifier with
     * {@code retryAfterHeader("RateLimit-Reset")}.
     */
    RATE_LIMIT_RESET {
        @Override
        public Map<String, String> headers(long waitMicros, Instant now) {
            return Map.of("RateLimit-Reset", delaySeconds(waitMicros));
        }
    },

    /** {@code X-RateLimit-Reset: 784111777}, in seconds since 1970; for a classifier that asks {@code untilReset}. */
    X_RATE_LIMIT_RESET {
        @Override
        public Map<String, String> headers(long waitMicros, Instant now) {
            return Map.of(
                    "X-RateLimit-Reset", Long.toString(end(waitMicros, now).getEpochSecond()));
        }
    },

    /** Not at all. */
    NONE {
        @Override
        public Map<String, String> headers(long waitMicros, Instant now) {
            return Map.of();
        }
    };

    private static final long MICROS_PER_SECOND = 1_000_000;

    /** RFC 9110's IMF-fixdate; the JDK's RFC 1123 format writes days below 10 with one digit. */
    private static final DateTimeFormatter IMF_FIXDATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    /**
     * The headers that say so.
     *
     * @param waitMicros how long from now on, in microseconds
     * @param now by the clock that writes the answer's {@code Date}
     */
    public abstract Map<String, String> headers(long waitMicros, Instant now);

    private static String delaySeconds(long waitMicros) {
        return Long.toString(Math.max(1, Pace.ceilDiv(waitMicros, MICROS_PER_SECOND)));
    }

    private static Instant end(long waitMicros, Instant now) {
        Instant end = now.plus(waitMicros, ChronoUnit.MICROS);
        Instant whole = end.truncatedTo(ChronoUnit.SECONDS);
        return whole.equals(end) ? whole : whole.plusSeconds(1);
    }

    /** An HTTP date, which has whole seconds: the fraction is cut off, as in a {@code Date} header. */
    public static String httpDate(Instant instant) {
        return IMF_FIXDATE.format(instant);
    }
}
