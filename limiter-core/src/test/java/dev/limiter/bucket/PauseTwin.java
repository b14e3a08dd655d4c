package dev.limiter.bucket;

import dev.limiter.contour.PausePolicy;

/** The naive twin of {@link Pause} and its rules: one pause that changes. */
final class PauseTwin {

    private final PausePolicy policy;

    private int changes;

    private int row;

    private long from = Long.MIN_VALUE;

    private long until = Long.MIN_VALUE;

    PauseTwin(PausePolicy policy) {
        this.policy = policy;
    }

    int changes() {
        return this.changes;
    }

    long from() {
        return this.from;
    }

    long until() {
        return this.until;
    }

    int row() {
        return this.row;
    }

    /** Whether it begins, or lasts longer than it did. */
    boolean ask(PauseAsk ask, long now) {
        int rowThen = this.row;
        boolean inFlight = this.changes > 0 && ask.sentAt() < this.until;
        if (!ask.byHand() && !(inFlight && this.row > 0)) {
            rowThen++;
        }
        long length = (ask.length() != null) ? ask.length().toNanos() / 1000 : fallback(rowThen);
        long end = now + length + ask.jitterMicros();
        if (end <= this.until) {
            return false;
        }
        this.from = (this.until > now) ? this.from : now;
        this.until = end;
        this.row = rowThen;
        this.changes++;
        return true;
    }

    void end(long now) {
        this.until = now;
        this.changes++;
    }

    void succeeded() {
        this.row = 0;
    }

    private long fallback(int rowThen) {
        long micros = this.policy.fallback().toNanos() / 1000;
        for (int i = 1; i < rowThen && micros < 60_000_000; i++) {
            micros *= 2;
        }
        return Math.min(micros, 60_000_000);
    }
}
