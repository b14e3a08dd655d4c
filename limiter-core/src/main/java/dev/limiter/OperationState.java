package dev.limiter;

import java.time.Instant;

/**
 * What a store knows of a business operation. Instants are of the wall clock: the store's where it has one. Immutable.
 */
public sealed interface OperationState {

    /** Nobody has claimed it, or its claim or note is over: it may be sent. */
    record Unclaimed() implements OperationState {}

    /**
     * Somebody has claimed it, and may be sending it now, may have died, or does not know how it ended.
     *
     * @param since when it was claimed
     * @param until from when on it counts as unclaimed unless it is settled before: {@code operation-ttl} later
     */
    record InFlight(Instant since, Instant until) implements OperationState {}

    /**
     * It was done.
     *
     * @param since when that was written
     * @param until until when that is remembered: {@code operation-ttl} later
     */
    record Done(Instant since, Instant until) implements OperationState {}
}
