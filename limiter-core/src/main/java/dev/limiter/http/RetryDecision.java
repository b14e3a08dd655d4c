package dev.limiter.http;

import java.time.Duration;

/** Whether a call is sent again. Immutable. */
public sealed interface RetryDecision {

    /**
     * Send it again, with a new permit.
     *
     * @param after how long to wait before asking for that permit, not negative
     */
    record Repeat(Duration after) implements RetryDecision {}

    /** Do not: the last answer or error goes to the caller. */
    record Stop(Reason reason) implements RetryDecision {}

    /** Why a call is not sent again. */
    enum Reason {
        /** There is nothing to repeat: a success, an error of the caller's own, or final by the classifier's word. */
        FINAL,
        /** The server may have acted and must not act twice, or the body cannot be sent twice. */
        NOT_REPEATABLE,
        /** The call has had all its attempts. */
        ATTEMPTS,
        /** The server asks for a longer wait than the caller has. */
        TOO_LATE,

        /** A repeat would begin later than the call may take. */
        TIME,
        /** The contour has spent its share of repeats. */
        BUDGET;

        /** Whether the call could have been repeated, and may not be any more. */
        public boolean isExhaustion() {
            return this != FINAL && this != NOT_REPEATABLE;
        }
    }
}
