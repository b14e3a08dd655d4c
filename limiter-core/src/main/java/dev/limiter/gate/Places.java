package dev.limiter.gate;

import dev.limiter.contour.Contour;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The requests that a gate has in flight, under the contour's cap. Guarded by the gate's lock; only where there is no cap
 * they may come and leave without it.
 */
final class Places {

    private final int cap;

    private final AtomicInteger taken = new AtomicInteger();

    /** Of these, the permits that have not reached their callers, and may yet come back to the queue. */
    private final AtomicInteger onTheirWay = new AtomicInteger();

    Places(Contour contour) {
        this.cap = contour.concurrency();
    }

    void take() {
        this.taken.incrementAndGet();
    }

    void leave() {
        this.taken.decrementAndGet();
    }

    void setOut() {
        take();
        this.onTheirWay.incrementAndGet();
    }

    /** Without the lock, too. */
    void arrived() {
        this.onTheirWay.decrementAndGet();
    }

    boolean areAnyOnTheirWay() {
        return this.onTheirWay.get() > 0;
    }

    int taken() {
        return this.taken.get();
    }

    int free() {
        return areCapped() ? this.cap - taken() : Integer.MAX_VALUE;
    }

    /** Whether somebody has a place that a gate made anew would not know of. */
    boolean anyCounts() {
        return areCapped() && taken() > 0;
    }

    boolean areCapped() {
        return this.cap != Contour.UNLIMITED_CONCURRENCY;
    }
}
