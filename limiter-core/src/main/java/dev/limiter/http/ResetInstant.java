package dev.limiter.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** When a quota starts anew, in the forms in which APIs write it. */
final class ResetInstant {

    private static final int MOST_CHARACTERS = 40;

    private ResetInstant() {}

    /** Seconds since 1970, an HTTP-date, or ISO-8601 with an offset; {@code null} for anything else. */
    static @Nullable Instant parse(String text, Instant reference) {
        Duration sinceEpoch = DecimalSeconds.parse(text);
        if (sinceEpoch != null) {
            return Instant.EPOCH.plus(sinceEpoch);
        }
        Instant date = HttpDate.parse(text, reference);
        return (date != null) ? date : iso(text);
    }

    private static @Nullable Instant iso(String text) {
        if (text.length() > MOST_CHARACTERS) {
            return null;
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException ex) {
            return null;
        }
    }
}
