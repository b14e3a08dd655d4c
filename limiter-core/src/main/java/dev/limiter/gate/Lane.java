package dev.limiter.gate;

import org.jspecify.annotations.Nullable;

/** The waiters of one priority and one cost, in the order of arrival: a linked list, so that leaving costs O(1). */
final class Lane {

    final int cost;

    private @Nullable Waiter first;

    private @Nullable Waiter last;

    Lane(int cost) {
        this.cost = cost;
    }

    @Nullable
    Waiter first() {
        return this.first;
    }

    void add(Waiter waiter) {
        waiter.lane = this;
        waiter.previous = this.last;
        if (this.last == null) {
            this.first = waiter;
        } else {
            this.last.next = waiter;
        }
        this.last = waiter;
    }

    void remove(Waiter waiter) {
        if (waiter.previous == null) {
            this.first = waiter.next;
        } else {
            waiter.previous.next = waiter.next;
        }
        if (waiter.next == null) {
            this.last = waiter.previous;
        } else {
            waiter.next.previous = waiter.previous;
        }
        waiter.lane = null;
        waiter.previous = null;
        waiter.next = null;
    }
}
