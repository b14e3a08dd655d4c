package dev.limiter.spring.method;

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
     * @param thrown what the call ended with; {@code null} where it ended normally
     * @return never fails
     */
    static CompletableFuture<Void> of(Claim claim, Acts acts, @Nullable Throwable thrown) {
        // Where no attempt was seen, a client that nobody watches may have sent anything, also before a denial.
        if (acts.isAnyAttemptSeen() && acts.giveUp()) {
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
