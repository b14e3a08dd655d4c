package dev.limiter;

import org.jspecify.annotations.Nullable;

/**
 * The contour has spent its share of repeats. The cause is the last error; for an answer, the exception that the client
 * makes of it.
 */
public class RetryBudgetExhaustedException extends RepeatsExhaustedException {

    public RetryBudgetExhaustedException(String contour, String lastOutcome, @Nullable Throwable cause) {
        super(
                contour,
                "Contour '%s': the retry budget is exhausted; last outcome: %s".formatted(contour, lastOutcome),
                null,
                cause);
    }
}
