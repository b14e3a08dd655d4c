package dev.limiter;

/** The store that holds the contour's bucket did not answer, and the contour is configured to refuse then. */
public class StoreUnavailableException extends RateLimitException {

    public StoreUnavailableException(String contour, Throwable cause) {
        super(contour, "Contour '%s': the store did not answer".formatted(contour), null, cause);
    }
}
