package dev.limiter.sample.worker;

import dev.limiter.sample.deposit.DepositRecord;

/**
 * What became of a record whose operation was in flight.
 *
 * @param record the record
 * @param how how that was found out, and what was done
 */
public record Settled(DepositRecord record, How how) {

    /** The ways. */
    public enum How {
        /** Its sender has told of its success meanwhile. */
        WAS_DONE,
        /** The server had it, so the operation was noted as done. */
        WAS_THERE,
        /** The server did not have it, so the operation was released, and the record deposited. */
        WAS_MISSING
    }
}
