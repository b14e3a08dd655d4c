package dev.limiter;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The base of every denial: what a caller gets from us in a permit's place. It says which contour denied it, and after
 * how long a new try can succeed where that is known. A refusal by the server never has this type: it reaches the caller
 * as the client's own response or exception.
 */
public class RateLimitException extends RuntimeException {

    private final String contour;

    private final @Nullable Duration retryAfter;

    public RateLimitException(
            String contour, String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
        super(message, cause);
        this.contour = contour;
        this.retryAfter = retryAfter;
    }

    /** The name of the contour. */
    public String contour() {
        return this.contour;
    }

    /** After how long, from the denial on, a new try can succeed: a lower bound. Empty where it is not known. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(this.retryAfter);
    }
}
