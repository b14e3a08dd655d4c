package dev.limiter.gate;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * By when the waiters want their permits, so that one alarm does for all of them. Most are served long before, and
 * leaving costs nothing here: whoever has left is forgotten by and by. Guarded by the gate's lock.
 */
final class Deadlines {

    /** So many who have left are no burden. */
    private static final int FEW = 64;

    private final WaiterQueue queue;

    /** All who wait, and not for ever; and some who have left. One who came back may be here twice. */
    private final Queue<Waiter> waiters = new PriorityQueue<>(Comparator.comparingLong(waiter -> waiter.deadline));

    Deadlines(WaiterQueue queue) {
        this.queue = queue;
    }

    void add(Waiter waiter) {
        if (waiter.deadline == Instants.FOR_EVER) {
            return;
        }
        if (this.waiters.size() > 2 * this.queue.size() + FEW) {
            this.waiters.removeIf(one -> !this.queue.contains(one));
        }
        this.waiters.add(waiter);
    }

    /** When the next one is due, or before; for ever where nobody is. */
    long next() {
        if (this.queue.isEmpty()) {
            this.waiters.clear();
        }
        Waiter next = this.waiters.peek();
        return (next != null) ? next.deadline : Instants.FOR_EVER;
    }

    /** Takes out one who waits, and whose time is over; {@code null} where there is none, or none any more. */
    @Nullable
    Waiter pollDue(long now) {
        for (Waiter next = this.waiters.peek(); next != null; next = this.waiters.peek()) {
            boolean waits = this.queue.contains(next);
            if (waits && next.deadline > now) {
                return null;
            }
            this.waiters.remove();
            if (waits) {
                return next;
            }
        }
        return null;
    }
}
