package dev.limiter.spring.call;

import dev.limiter.RateLimitException;

/** What a caller is told whose thread was interrupted, where its method does not declare that. */
public final class Interruption {

    private Interruption() {}

    /**
     * The exception to throw. The calling thread stays interrupted.
     *
     * @param doing what it was at, after the words "interrupted while"
     */
    public static RateLimitException of(InterruptedException ex, String contour, String doing) {
        Thread.currentThread().interrupt();
        return new RateLimitException(
                contour, "Contour '%s': interrupted while %s".formatted(contour, doing), null, ex);
    }
}
