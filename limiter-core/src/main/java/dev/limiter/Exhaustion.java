package dev.limiter;

/** What is at its end when a call that could have been repeated is not repeated any more. */
public enum Exhaustion {

    /** The call has had all its attempts: {@code retry.max-attempts}. */
    ATTEMPTS,

    /** The contour has spent its share of repeats: {@code retry.budget}. */
    BUDGET,

    /** The call may take no longer: {@code retry.max-time}. */
    TIME,

    /** The server asks for a longer wait than the caller has: {@code max-wait}. */
    MAX_WAIT
}
