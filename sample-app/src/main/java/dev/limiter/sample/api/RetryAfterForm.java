package dev.limiter.sample.api;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** The two forms of {@code Retry-After}. Both are rounded up, so that a client that obeys is never early. */
public enum RetryAfterForm {
    /** {@code Retry-After: 2}. */
    DELAY_SECONDS {
        @Override
        String write(long waitMicros, Instant now) {
            return Long.toString(Math.max(1, Pace.ceilDiv(waitMicros, Micros.PER_SECOND)));
        }
    },

    /** {@code Retry-After: Sun, 06 Nov 1994 08:49:37 GMT}. */
    HTTP_DATE {
        @Override
        String write(long waitMicros, Instant now) {
            Instant end = now.plus(waitMicros, ChronoUnit.MICROS);
            Instant whole = end.truncatedTo(ChronoUnit.SECONDS);
            return httpDate(whole.equals(end) ? whole : whole.plusSeconds(1));
        }
    };

    /** RFC 9110's IMF-fixdate; the JDK's RFC 1123 format writes days below 10 with one digit. */
    private static final DateTimeFormatter IMF_FIXDATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    /** The value of the header for a wait that begins now. */
    abstract String write(long waitMicros, Instant now);

    /** An HTTP date, which has whole seconds: the fraction is cut off, as in a {@code Date} header. */
    static String httpDate(Instant instant) {
        return IMF_FIXDATE.format(instant);
    }
}
