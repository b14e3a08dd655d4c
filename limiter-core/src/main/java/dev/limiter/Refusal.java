package dev.limiter;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A server's "too many requests".
 *
 * @param scope what it stops
 * @param retryAfter how long the server asks to wait from now, or {@code null} where it does not say (or says nothing
 *     usable): then the contour's growing fallback applies
 * @param cause a short text for logs and events, such as {@code 429 at RecordClient.deposit}; never a URL or a
 *     credential
 */
public record Refusal(Scope scope, @Nullable Duration retryAfter, String cause) {

    /** What a refusal stops. */
    public enum Scope {
        /** Only the call itself. */
        CALL,
        /** The contour, with the key that the call used. */
        KEY,
        /** The contour with all its keys. */
        CONTOUR
    }
}
