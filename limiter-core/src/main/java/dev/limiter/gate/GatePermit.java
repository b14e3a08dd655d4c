package dev.limiter.gate;

import dev.limiter.Permit;
import dev.limiter.Refusal;
import dev.limiter.WaitReason;
import dev.limiter.bucket.Slot;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** A permit that a gate has handed out. */
final class GatePermit implements Permit {

    final Slot slot;

    final long grantedAt;

    /** The pauses that were known when it was handed out: a later one makes its slot void. */
    final long pausesKnown;

    private final Gate gate;

    private final Duration waited;

    private final WaitReason waitedFor;

    private final AtomicBoolean closed = new AtomicBoolean();

    private final AtomicBoolean reported = new AtomicBoolean();

    GatePermit(Gate gate, Slot slot, Duration waited, WaitReason waitedFor, long grantedAt, long pausesKnown) {
        this.gate = gate;
        this.slot = slot;
        this.waited = waited;
        this.waitedFor = waitedFor;
        this.grantedAt = grantedAt;
        this.pausesKnown = pausesKnown;
    }

    @Override
    public String contour() {
        return this.gate.contour().name();
    }

    @Override
    public Duration waited() {
        return this.waited;
    }

    @Override
    public WaitReason waitedFor() {
        return this.waitedFor;
    }

    @Override
    public boolean isVoid() {
        return this.gate.hasChangedPauses(this.pausesKnown);
    }

    @Override
    public void succeeded() {
        if (this.reported.compareAndSet(false, true)) {
            this.gate.succeeded(this);
        }
    }

    @Override
    public void refused(Refusal refusal) {
        if (this.reported.compareAndSet(false, true)) {
            this.gate.refused(this, refusal);
        }
    }

    @Override
    public void giveBack() {
        if (this.closed.compareAndSet(false, true)) {
            this.gate.giveBack(this);
        }
    }

    @Override
    public void close() {
        if (this.closed.compareAndSet(false, true)) {
            this.gate.release();
        }
    }

    @Override
    public String toString() {
        return "Permit[contour=" + contour() + ", permits=" + this.slot.cost() + ", waited=" + this.waited + "]";
    }
}
