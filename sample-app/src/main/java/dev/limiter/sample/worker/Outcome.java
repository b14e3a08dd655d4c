package dev.limiter.sample.worker;

import dev.limiter.sample.deposit.DepositRecord;
import org.jspecify.annotations.Nullable;

/**
 * What became of a record.
 *
 * @param record the record
 * @param failure why it is not deposited; null where it is
 */
public record Outcome(DepositRecord record, @Nullable Throwable failure) {

    public boolean deposited() {
        return this.failure == null;
    }
}
