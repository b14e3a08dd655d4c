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

    /** Whether it failed with this type of exception, here or in another process. */
    public boolean failedWith(Class<? extends Throwable> type) {
        return (this.failure instanceof ToldFailure told)
                ? told.type().equals(type.getSimpleName())
                : type.isInstance(this.failure);
    }
}
