package dev.limiter.http;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An HTTP response as a {@link ResponseClassifier} sees it: status, headers and, where the classifier asked for it, the
 * first piece of the body. A client integration adapts its own response to this; nothing here reads from a connection.
 */
public interface ServerAnswer {

    /** The status code, such as 429. */
    int status();

    /**
     * All values of a header, one for each line, as they were sent; empty where there is none.
     *
     * @param name compared without regard to case
     */
    List<String> header(String name);

    /**
     * The first {@value ResponseClassifier#BODY_PIECE_BYTES} bytes of the body at most, as text. Empty where the
     * classifier did not ask for it, or there is no body.
     */
    Optional<String> body();

    /** When the answer arrived, by our own clock. It matters only where the answer has no {@code Date}. */
    default Instant receivedAt() {
        return Instant.now();
    }

    /** What {@code Retry-After} asks for; empty where it is missing or says nothing usable. See {@link RetryAfter}. */
    default Optional<Duration> retryAfter() {
        return retryAfter(RetryAfter.HEADER);
    }

    /** As {@link #retryAfter()}, for a header of the vendor's that holds seconds or a date. */
    default Optional<Duration> retryAfter(String header) {
        List<String> values = header(header);
        // Most answers have none: then their date is not read.
        return values.isEmpty() ? Optional.empty() : RetryAfter.parse(values, date(), receivedAt());
    }

    /**
     * How long until the instant that a header such as GitHub's {@code X-RateLimit-Reset} names: seconds since 1970, an
     * HTTP-date, or an ISO-8601 date and time with an offset. Empty where it is missing, unreadable or past. A header
     * that counts seconds from now is for {@link #retryAfter(String)}.
     */
    default Optional<Duration> untilReset(String header) {
        List<String> values = header(header);
        return values.isEmpty() ? Optional.empty() : RetryAfter.parseReset(values, date(), receivedAt());
    }

    private String date() {
        List<String> lines = header("Date");
        return lines.isEmpty() ? "" : lines.get(0);
    }
}
