package dev.limiter;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * There was no permit within the longest wait, or it is certain that there will be none. In the second case it is
 * thrown at once, and {@link #retryAfter()} holds the estimate.
 */
public class PermitTimeoutException extends RateLimitException {

    private final WaitReason waitedFor;

    private final Duration maxWait;

    public PermitTimeoutException(
            String contour, WaitReason waitedFor, Duration maxWait, Duration waited, @Nullable Duration retryAfter) {
        super(contour, message(contour, waitedFor, maxWait, waited, retryAfter), retryAfter, null);
        this.waitedFor = waitedFor;
        this.maxWait = maxWait;
    }

    private static String message(
            String contour, WaitReason waitedFor, Duration maxWait, Duration waited, @Nullable Duration retryAfter) {
        String what = switch (waitedFor) {
            case RATE -> "a permit";
            case PAUSE -> "the end of a pause";
            case CONCURRENCY -> "a free place among the requests in flight";
            case STORE -> "the store";
        };
        String earliest = (retryAfter != null) ? "; the earliest is in " + retryAfter : "";
        return "Contour '%s': waited %s for %s, at most %s%s".formatted(contour, waited, what, maxWait, earliest);
    }

    /** What the caller was waiting for. */
    public WaitReason waitedFor() {
        return this.waitedFor;
    }

    /** The longest wait that applied. */
    public Duration maxWait() {
        return this.maxWait;
    }
}
