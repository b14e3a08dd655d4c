package dev.limiter;

/** The application is shutting down: whoever waits is told so at once, and nothing is sent any more. */
public class LimiterClosedException extends RateLimitException {

    public LimiterClosedException(String contour) {
        super(contour, "Contour '%s': the limiter is closed".formatted(contour), null, null);
    }
}
