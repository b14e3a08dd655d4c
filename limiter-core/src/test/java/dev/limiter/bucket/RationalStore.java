package dev.limiter.bucket;

import dev.limiter.Refusal.Scope;
import dev.limiter.contour.Contour;
import dev.limiter.contour.PausePolicy.Resume;
import dev.limiter.contour.StartingBalance;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/** The naive twin of a store with one bucket: what it answers, from {@link RationalBucket}s. */
final class RationalStore {

    private final Contour contour;

    private final List<RationalBucket> buckets;

    /** What can be given back: the last one booked, and then the one that was booked just before it. */
    private OptionalLong onTop = OptionalLong.empty();

    private final PauseTwin keyPause;

    private final PauseTwin contourPause;

    RationalStore(Contour contour, long now) {
        this.contour = contour;
        boolean full = contour.startingBalance() == StartingBalance.FULL;
        this.buckets = contour.limits().stream()
                .map(limit -> new RationalBucket(limit, limit.arrivalJitter().toNanos() / 1000, full, now))
                .toList();
        this.keyPause = new PauseTwin(contour.pause());
        this.contourPause = new PauseTwin(contour.pause());
    }

    PauseTwin pause(Scope scope) {
        return (scope == Scope.CONTOUR) ? this.contourPause : this.keyPause;
    }

    List<Rational> fullAt() {
        return this.buckets.stream().map(RationalBucket::fullAt).toList();
    }

    /** When a cost could be taken; not before now, nor in a pause. */
    long earliest(long cost, long now) {
        long enough = this.buckets.stream()
                .mapToLong(bucket -> bucket.enoughAt(cost).ceil())
                .max()
                .orElseThrow();
        return Math.max(Math.max(now, enough), Math.max(this.keyPause.until(), this.contourPause.until()));
    }

    /** What one call may take at most. */
    Rational share(long now, long horizon) {
        if (Math.max(this.keyPause.until(), this.contourPause.until()) > horizon) {
            return Rational.ZERO;
        }
        return this.buckets.stream()
                .map(bucket -> bucket.room(now, horizon))
                .min(Comparator.naturalOrder())
                .orElseThrow()
                .dividedBy(Rational.of(2));
    }

    void take(Slot slot) {
        this.buckets.forEach(bucket -> bucket.take(slot.cost(), slot.at()));
        this.onTop = OptionalLong.of(slot.serial());
    }

    void giveBack(Slot slot) {
        if (this.onTop.equals(OptionalLong.of(slot.serial()))) {
            this.onTop = OptionalLong.of(slot.serial() - 1);
            this.buckets.forEach(bucket -> bucket.giveBack(slot.cost()));
        }
    }

    /** Whether the pause is another one than before. */
    boolean pause(PauseAsk ask, long now) {
        PauseTwin pause = pause(ask.scope());
        boolean changed = pause.ask(ask, now);
        if (changed) {
            voidSlots(pause.from());
        }
        return changed;
    }

    boolean resume(long now) {
        boolean changed = false;
        for (PauseTwin pause : List.of(this.contourPause, this.keyPause)) {
            if (pause.until() > now) {
                pause.end(now);
                voidSlots(pause.from());
                changed = true;
            }
        }
        return changed;
    }

    private void voidSlots(long from) {
        this.buckets.forEach(bucket -> bucket.forgive(from));
        if (this.contour.pause().resume() == Resume.EMPTY) {
            RationalBucket soonest = this.buckets.stream()
                    .min(Comparator.comparing(bucket -> bucket.refillTime().ceil()))
                    .orElseThrow();
            soonest.empty(Math.max(this.keyPause.until(), this.contourPause.until()));
        }
        this.onTop = OptionalLong.empty();
    }
}
