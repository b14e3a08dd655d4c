package dev.limiter;

import java.time.Instant;

/**
 * The operation was claimed before, by this process or another one, and how it ended is not known: its sender may be at
 * it, or has died, or got no usable answer. Nothing was sent. {@link #retryAfter()} is empty: it may be settled at any
 * moment, and a try after {@link #until()} may be a second sending.
 */
public class OperationInFlightException extends RateLimitException {

    private final String operation;

    private final Instant since;

    private final Instant until;

    public OperationInFlightException(String contour, String operation, Instant since, Instant until) {
        super(
                contour,
                "Contour '%s': operation '%s' is in flight since %s, and its outcome is not known; unless it is settled (Operations.done or release), it counts as not sent from %s on (operation-ttl)"
                        .formatted(contour, operation, since, until),
                null,
                null);
        this.operation = operation;
        this.since = since;
        this.until = until;
    }

    /** The id of the operation. */
    public String operation() {
        return this.operation;
    }

    /** When it was claimed. */
    public Instant since() {
        return this.since;
    }

    /** From when on the claim no longer holds. */
    public Instant until() {
        return this.until;
    }
}
