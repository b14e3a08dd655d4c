package dev.limiter;

/** As many callers wait as {@code max-waiting} allows. */
public class QueueFullException extends RateLimitException {

    private final int maxWaiting;

    public QueueFullException(String contour, int maxWaiting) {
        super(
                contour,
                "Contour '%s': %d callers wait already (max-waiting)".formatted(contour, maxWaiting),
                null,
                null);
        this.maxWaiting = maxWaiting;
    }

    /** The configured bound. */
    public int maxWaiting() {
        return this.maxWaiting;
    }
}
