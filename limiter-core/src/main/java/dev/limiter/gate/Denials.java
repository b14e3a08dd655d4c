package dev.limiter.gate;

import dev.limiter.CostAboveCapacityException;
import dev.limiter.LimiterClosedException;
import dev.limiter.QueueFullException;
import dev.limiter.RateLimitException;
import dev.limiter.StoreUnavailableException;
import dev.limiter.WaitReason;
import dev.limiter.bucket.Bucket;
import dev.limiter.contour.Contour;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Who gets nothing, and what it is told. Guarded by the gate's lock. */
final class Denials {

    private final Contour contour;

    private final String name;

    private final WaiterQueue queue;

    private final WaitReasons reasons;

    Denials(Contour contour, WaiterQueue queue, WaitReasons reasons) {
        this.contour = contour;
        this.name = contour.name();
        this.queue = queue;
        this.reasons = reasons;
    }

    /** To somebody whom no wait would help, or who may not wait; {@code null} where there is nothing to be said. */
    @Nullable
    RateLimitException atTheDoor(Waiter waiter, Bucket bucket) {
        RateLimitException denial = tooCostly(waiter, bucket);
        if (denial != null) {
            return denial;
        }
        return (isFull() && waiter.priority.compareTo(this.queue.last().priority) >= 0) ? queueFull() : null;
    }

    /** To somebody who needs more than the bucket can ever hold. */
    @Nullable
    RateLimitException tooCostly(Waiter waiter, Bucket bucket) {
        long capacity = bucket.capacity();
        return (waiter.cost > capacity) ? new CostAboveCapacityException(this.name, waiter.cost, capacity) : null;
    }

    /** A full queue is no wall before those who matter more: the last of all leaves it to them. */
    void makeRoom(long now, Effects effects) {
        if (isFull()) {
            Waiter last = this.queue.last();
            this.queue.remove(last);
            effects.deny(last, now, queueFull());
        }
    }

    private boolean isFull() {
        return this.queue.size() >= this.contour.maxWaiting();
    }

    private QueueFullException queueFull() {
        return new QueueFullException(this.name, this.contour.maxWaiting());
    }

    LimiterClosedException closed() {
        return new LimiterClosedException(this.name);
    }

    StoreUnavailableException storeUnavailable(@Nullable Throwable failure) {
        Throwable cause = (failure != null) ? failure : new IllegalStateException("the store answered nothing");
        return new StoreUnavailableException(this.name, cause);
    }

    /** To all who need more than there can ever be. */
    void aboveCapacity(long capacity, long now, Effects effects) {
        if (this.queue.largestCost() <= capacity) {
            return;
        }
        for (Waiter waiter : this.queue.all()) {
            if (waiter.cost > capacity) {
                this.queue.remove(waiter);
                effects.deny(waiter, now, new CostAboveCapacityException(this.name, waiter.cost, capacity));
            }
        }
    }

    /** To one whose time is over, or will be before it is served. Whoever has left is told nothing. */
    void late(Waiter waiter, long now, @Nullable Long earliest, Effects effects) {
        if (this.queue.remove(waiter)) {
            effects.denyLate(waiter, this.reasons.at(now), now, earliest);
        }
    }

    /** To all whose time will be over before the pause is. */
    void pausedUntil(long until, long now, Effects effects) {
        if (until <= now) {
            return;
        }
        for (Waiter waiter : this.queue.all()) {
            if (waiter.deadline < until) {
                this.queue.remove(waiter);
                effects.denyLate(waiter, WaitReason.PAUSE, now, until);
            }
        }
    }

    void everybody(Supplier<RateLimitException> denial, long now, Effects effects) {
        for (Waiter waiter : this.queue.all()) {
            this.queue.remove(waiter);
            effects.deny(waiter, now, denial.get());
        }
    }
}
