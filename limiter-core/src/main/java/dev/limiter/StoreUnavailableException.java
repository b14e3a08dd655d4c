package dev.limiter;

/**
 * The store that holds the contour's bucket, or its operations, did not answer. What it may have booked for the caller
 * stays spent; nothing was sent.
 */
public class StoreUnavailableException extends RateLimitException {

    public StoreUnavailableException(String contour, Throwable cause) {
        super(contour, "Contour '%s': the store did not answer".formatted(contour), null, cause);
    }
}
