package dev.limiter.gate;

import dev.limiter.contour.Contour;

/** The requests that a gate has in flight, under the contour's cap. Guarded by the gate's lock. */
final class Places {

    private final int cap;

    private int taken;

    Places(Contour contour) {
        this.cap = contour.concurrency();
    }

    void take() {
        this.taken++;
    }

    void leave() {
        this.taken--;
    }

    int free() {
        return isCapped() ? this.cap - this.taken : Integer.MAX_VALUE;
    }

    /** Whether somebody has a place that a gate made anew would not know of. */
    boolean anyCounts() {
        return isCapped() && this.taken > 0;
    }

    private boolean isCapped() {
        return this.cap != Contour.UNLIMITED_CONCURRENCY;
    }
}
