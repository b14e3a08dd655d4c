package dev.limiter.spring.method;

import dev.limiter.RateLimitException;
import dev.limiter.operation.Claim;
import dev.limiter.spring.call.Acts;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What becomes of a claim when its call has ended. */
final class Settlement {

    private Settlement() {}

    /**
     * Settles it. Done where the server did what it was asked to; released where it is known to have done nothing; else in
     * flight, for a person or another call to find out.
     *
     * @param thrown what the call ended with; {@code null} where it ended normally or was cancelled
     * @return never fails
     */
    static CompletableFuture<Void> of(Claim claim, Acts acts, @Nullable Throwable thrown) {
        // Where no attempt was seen, a client that nobody watches may have sent anything; unless a permit was denied.
        boolean denied =
                thrown instanceof RateLimitException denial && denial.contour().equals(claim.contour());
        boolean known = acts.isAnyAttemptSeen() || denied;
        if (known && acts.giveUp()) {
            return claim.release();
        }
        boolean done = acts.sum() == Acts.Sum.DONE && (thrown == null || acts.hasChanged());
        return done ? claim.done() : unknown(claim);
    }

    private static CompletableFuture<Void> unknown(Claim claim) {
        claim.outcomeUnknown();
        return CompletableFuture.completedFuture(null);
    }
}
