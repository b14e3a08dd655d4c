package dev.limiter.gate;

import dev.limiter.Permit;
import dev.limiter.Refusal;
import dev.limiter.WaitReason;
import dev.limiter.bucket.Slot;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/** A permit that a gate has handed out. One small object, as there is one for each request. */
final class GatePermit implements Permit {

    private static final AtomicIntegerFieldUpdater<GatePermit> CLOSED =
            AtomicIntegerFieldUpdater.newUpdater(GatePermit.class, "closed");

    private static final AtomicIntegerFieldUpdater<GatePermit> REPORTED =
            AtomicIntegerFieldUpdater.newUpdater(GatePermit.class, "reported");

    final long grantedAt;

    /** The pauses that were known when it was handed out: a later one makes its slot void. */
    final long pausesKnown;

    private final Gate gate;

    private final long slotAt;

    private final int cost;

    private final long serial;

    private final Duration waited;

    private final WaitReason waitedFor;

    /** 1 when it is; written by its updater alone. */
    @SuppressWarnings("UnusedVariable")
    private volatile int closed;

    @SuppressWarnings("UnusedVariable")
    private volatile int reported;

    /** The permit for a slot that was booked. */
    GatePermit(Gate gate, Slot slot, Duration waited, WaitReason waitedFor, long grantedAt, long pausesKnown) {
        this(gate, slot.at(), slot.cost(), slot.serial(), waited, waitedFor, grantedAt, pausesKnown);
    }

    /**
     * The permit for a slot, of which no object is made.
     *
     * @param slotAt the slot's instant, cost and number
     */
    GatePermit(
            Gate gate,
            long slotAt,
            int cost,
            long serial,
            Duration waited,
            WaitReason waitedFor,
            long grantedAt,
            long pausesKnown) {
        this.gate = gate;
        this.slotAt = slotAt;
        this.cost = cost;
        this.serial = serial;
        this.waited = waited;
        this.waitedFor = waitedFor;
        this.grantedAt = grantedAt;
        this.pausesKnown = pausesKnown;
    }

    Slot slot() {
        return new Slot(this.slotAt, this.cost, this.serial);
    }

    /** As {@link Slot#at()}, without making a slot. */
    long slotAt() {
        return this.slotAt;
    }

    /** Its caller has it. */
    void cameToUse() {
        this.gate.places().arrived();
        this.gate.waitNews().granted(this.waited, this.waitedFor);
    }

    /** Its caller gave up before having it. */
    void abandoned() {
        this.gate.places().arrived();
        this.gate.waitNews().abandoned(this.waited, this.waitedFor);
        giveBack();
    }

    /**
     * The thread of its caller, which was parked, runs again. Where the permit came too late for use, it waits once more, at
     * the place that it had.
     *
     * @return who waits for it; {@code null} where the permit is good
     */
    @Nullable
    Waiter woken(Waiter waiter) {
        Waiter again = waiter.again();
        return (!waiter.isNowOrNever() && this.gate.recall(again, this)) ? again : null;
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
        if (REPORTED.compareAndSet(this, 0, 1)) {
            this.gate.pauseDesk().succeeded(this.grantedAt);
        }
    }

    @Override
    public void refused(Refusal refusal) {
        if (REPORTED.compareAndSet(this, 0, 1)) {
            this.gate.pauseDesk().refused(this.grantedAt, refusal);
        }
    }

    @Override
    public void giveBack() {
        if (CLOSED.compareAndSet(this, 0, 1)) {
            this.gate.giveBack(this);
        }
    }

    @Override
    public void close() {
        if (CLOSED.compareAndSet(this, 0, 1)) {
            this.gate.release();
        }
    }

    @Override
    public String toString() {
        return "Permit[contour=" + contour() + ", permits=" + this.cost + ", waited=" + this.waited + "]";
    }
}
