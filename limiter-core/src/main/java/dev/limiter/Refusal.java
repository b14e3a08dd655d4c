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
 * @param status what the server answered, such as 429; 0 where that is not known
 * @param client whose request it was, for meters: one of few names, such as that of the marked method; empty where there
 *     is none
 */
public record Refusal(Scope scope, @Nullable Duration retryAfter, String cause, int status, String client) {

    /** A refusal of which no more is known. */
    public Refusal(Scope scope, @Nullable Duration retryAfter, String cause) {
        this(scope, retryAfter, cause, 0, "");
    }

    /** This refusal, with what the server answered, and whose request it was. */
    public Refusal of(int otherStatus, String otherClient) {
        return new Refusal(this.scope, this.retryAfter, this.cause, otherStatus, otherClient);
    }

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
