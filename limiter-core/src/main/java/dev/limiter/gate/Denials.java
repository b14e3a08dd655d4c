package dev.limiter.gate;

import dev.limiter.CostAboveCapacityException;
import dev.limiter.LimiterClosedException;
import dev.limiter.QueueFullException;
import dev.limiter.RateLimitException;
import dev.limiter.StoreUnavailableException;
import dev.limiter.contour.Contour;
import org.jspecify.annotations.Nullable;

/** What a gate says to those who get nothing. */
final class Denials {

    private final Contour contour;

    private final String name;

    Denials(Contour contour) {
        this.contour = contour;
        this.name = contour.name();
    }

    /** To somebody whom no wait would help, or who may not wait; {@code null} where there is nothing to be said. */
    @Nullable
    RateLimitException atTheDoor(Waiter waiter, WaiterQueue queue) {
        if (waiter.cost > this.contour.capacity()) {
            return new CostAboveCapacityException(this.name, waiter.cost, this.contour.capacity());
        }
        boolean full = queue.size() >= this.contour.maxWaiting();
        return (full && waiter.priority.compareTo(queue.last().priority) >= 0) ? queueFull() : null;
    }

    QueueFullException queueFull() {
        return new QueueFullException(this.name, this.contour.maxWaiting());
    }

    LimiterClosedException closed() {
        return new LimiterClosedException(this.name);
    }

    StoreUnavailableException storeUnavailable(@Nullable Throwable failure) {
        Throwable cause = (failure != null) ? failure : new IllegalStateException("the store answered nothing");
        return new StoreUnavailableException(this.name, cause);
    }
}
