package dev.limiter;

import java.time.Instant;

/** The operation was done before. Nothing was sent, and no wait would help. */
public class OperationDoneException extends RateLimitException {

    private final String operation;

    private final Instant since;

    public OperationDoneException(String contour, String operation, Instant since) {
        super(contour, "Contour '%s': operation '%s' was done at %s".formatted(contour, operation, since), null, null);
        this.operation = operation;
        this.since = since;
    }

    /** The id of the operation. */
    public String operation() {
        return this.operation;
    }

    /** When that was noted. */
    public Instant since() {
        return this.since;
    }
}
