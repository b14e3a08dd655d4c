package dev.limiter.spring.call;

import dev.limiter.http.AttemptOutcome;
import dev.limiter.http.Verdict;
import dev.limiter.spring.call.ContourResolver.Circuit;

/**
 * How an attempt ended, as far as a repeat depends on it. Immutable.
 *
 * @param circuit what it was charged to
 * @param status what the server answered; 0 where it did not
 */
record Ending(Circuit circuit, AttemptOutcome outcome, int status) {

    /** Whether there is nothing to repeat: the server did what it was asked to, or says where that is done. */
    boolean isSuccess() {
        return this.status > 0
                && this.status < 400
                && this.outcome instanceof AttemptOutcome.Answered answered
                && answered.verdict() instanceof Verdict.Passed;
    }

    /** Whether such an answer is repeated, if the request can be and the budget is there. */
    boolean isOfRepeatedKind() {
        return this.outcome instanceof AttemptOutcome.Answered answered
                && (answered.verdict() instanceof Verdict.Throttled
                        || this.circuit.contour().retry().statuses().contains(this.status));
    }

    /** What the server has done. */
    Acts.Effect effect() {
        // A redirect that nobody followed leaves open what was done, unless it says "see" or "as you know it".
        if (isSuccess() && (this.status < 300 || this.status == 303 || this.status == 304)) {
            return Acts.Effect.SUCCESS;
        }
        boolean nothing = (this.outcome instanceof AttemptOutcome.Answered answered)
                ? answered.verdict().isNotActedUpon()
                : this.outcome instanceof AttemptOutcome.NotConnected;
        return nothing ? Acts.Effect.NONE : Acts.Effect.UNKNOWN;
    }

    /** For people. */
    String inWords() {
        if (this.outcome instanceof AttemptOutcome.Answered) {
            return "answered " + this.status;
        }
        return (this.outcome instanceof AttemptOutcome.NotConnected)
                ? "not connected: nothing was sent"
                : "no answer: the server may have acted";
    }
}
