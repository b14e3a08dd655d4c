package dev.limiter.gate;

import dev.limiter.Permit;
import dev.limiter.WaitReason;
import dev.limiter.bucket.BucketAtHand;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The way through a gate that stands open: nobody waits in it, nothing holds it, and its store keeps the bucket in this
 * process. What the bucket has is then taken without the gate's lock, and without a waiter. Safe for use by many threads.
 *
 * <p>It is the bucket that counts, and that a pause stops: whoever passes while the gate is being shut took a permit that was
 * there, before the gate was shut.
 */
final class Passage {

    private final Gate gate;

    private final Wiring wiring;

    private final KnownPauses pauses;

    private final Places places;

    private final @Nullable BucketAtHand atHand;

    private volatile long openFrom = Instants.FOR_EVER;

    Passage(Gate gate, Wiring wiring, WaitingRoom room) {
        this.gate = gate;
        this.wiring = wiring;
        this.pauses = room.pauses();
        this.places = room.places();
        this.atHand = room.places().areCapped() ? null : wiring.store().atHand(gate.bucket());
    }

    /** From when on it is open, unless this is called again before. Under the gate's lock. */
    void openFrom(long instant) {
        if (this.atHand != null) {
            this.openFrom = instant;
        }
    }

    /** A permit that is there at once; {@code null} where only the queue can tell. */
    @Nullable
    Permit take(int cost) {
        BucketAtHand bucket = this.atHand;
        if (bucket == null) {
            return null;
        }
        long pausesKnown = this.pauses.changes();
        long now = this.wiring.now();
        long serial = (now < this.openFrom) ? BucketAtHand.NOTHING : bucket.take(this.gate.bucket(), cost, now);
        if (serial == BucketAtHand.NOTHING) {
            return null;
        }
        this.places.take();
        // Nothing was waited for: as where the store answers at once.
        Permit permit = new GatePermit(this.gate, now, cost, serial, Duration.ZERO, WaitReason.STORE, now, pausesKnown);
        this.gate.waitNews().granted(Duration.ZERO, WaitReason.STORE);
        return permit;
    }

    /** What the bucket holds, where that can be seen without asking. */
    OptionalLong permitsLeft(long now) {
        return (this.atHand != null) ? this.atHand.permitsLeft(now) : OptionalLong.empty();
    }
}
