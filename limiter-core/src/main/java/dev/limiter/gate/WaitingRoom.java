package dev.limiter.gate;

import dev.limiter.RateLimitException;
import dev.limiter.Refusal.Scope;
import dev.limiter.WaitReason;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.Reply;
import dev.limiter.bucket.Slot;
import dev.limiter.contour.Contour;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/*
 * Waiters and slots are separate. Waiters stand in a queue; slots are held in the order of their instants, and each
 * goes, when its instant has come, to whoever is first in the queue then. So a waiter that gives up leaves its slot to
 * the next one, and an urgent caller overtakes all that wait, whatever has been booked.
 *
 * Slots are booked late: the store is asked again when the slots of the last reply are used, and it answers with at
 * most half of what the bucket has within the horizon. Meanwhile callers collect, and go out in that next call.
 */

/**
 * What a gate knows, and what it decides: pure but for the state it keeps. Time is an argument, what is to be done goes
 * into {@link Effects}; the gate's lock guards it all.
 */
final class WaitingRoom {

    private final Contour contour;

    private final WaiterQueue queue = new WaiterQueue();

    private final Deadlines deadlines = new Deadlines(this.queue);

    private final HeldSlots held;

    private final KnownPauses pauses = new KnownPauses();

    private final Places places;

    private final StoreDesk desk;

    private final WaitReasons reasons;

    private final Denials denials;

    /** Read without the lock as well. */
    private volatile boolean closed;

    /** Of the store, only what it knows by itself is asked here: whether it can be reached, and whether it hears of pauses. */
    WaitingRoom(Contour contour, Supplier<Bucket> inForce, BucketStore store) {
        this.contour = contour;
        this.held = new HeldSlots(contour);
        this.places = new Places(contour);
        Outage outage = new Outage(contour, inForce.get().key());
        StoreCall call = new StoreCall();
        this.reasons = new WaitReasons(this.pauses, this.places, call, outage);
        this.denials = new Denials(contour, this.queue, this.reasons);
        this.desk = new StoreDesk(this, inForce, store, call, outage);
    }

    Contour contour() {
        return this.contour;
    }

    WaiterQueue queue() {
        return this.queue;
    }

    HeldSlots held() {
        return this.held;
    }

    Places places() {
        return this.places;
    }

    StoreDesk desk() {
        return this.desk;
    }

    Denials denials() {
        return this.denials;
    }

    KnownPauses pauses() {
        return this.pauses;
    }

    /** Whether nothing is lost with this room. What is in flight counts only where it takes a place. */
    boolean isIdle() {
        return this.queue.isEmpty() && this.held.isEmpty() && this.desk.isIdle() && !this.places.anyCounts();
    }

    /**
     * From when on whoever comes may take what is there, past the queue, if nothing happens until then: nobody waits for it,
     * and nothing that is held must be used first.
     */
    long openFrom(long now) {
        boolean open = !this.closed && this.queue.isEmpty() && this.held.isEmpty() && this.desk.isAtRest(now);
        return open ? this.pauses.until() : Instants.FOR_EVER;
    }

    /** What is decided from here on goes by the limits that hold now. */
    void bringLimits(long now, Effects effects) {
        this.desk.bringLimits(now, effects);
    }

    /** Queues the caller, or denies it where it is certain already that it gets nothing. */
    void enter(Waiter waiter, long now, Effects effects) {
        RateLimitException denial =
                this.closed ? this.denials.closed() : this.denials.atTheDoor(waiter, this.desk.bucket());
        if (denial != null) {
            effects.deny(waiter, now, denial);
            return;
        }
        long earliest = earliestFor(waiter, now);
        if (earliest > Math.max(now, waiter.deadline)) {
            effects.denyLate(waiter, this.reasons.at(now), now, earliest);
        } else {
            waiter.waitedForPlace = this.places.free() <= 0;
            this.denials.makeRoom(now, effects);
            this.queue.add(waiter);
            if (!waiter.isNowOrNever()) {
                this.deadlines.add(waiter);
            }
        }
    }

    /** A lower bound: what other processes take in between is not known. */
    private long earliestFor(Waiter waiter, long now) {
        long earliest = Math.max(now, this.pauses.until());
        long needed = this.queue.permitsAhead(waiter.priority) + waiter.cost - this.held.permits();
        return Math.max(
                earliest, (needed <= 0) ? this.held.nextAt() : this.desk.level().earliestFor(needed));
    }

    /** Gives each slot whose instant has come to the first waiter that it is right for; what is right for nobody goes. */
    void handOut(long now, Effects effects) {
        while (this.held.nextAt() <= now && !this.desk.isUnconfirmed(now)) {
            Slot slot = this.held.poll();
            Waiter waiter = this.held.isStale(slot, now) ? null : this.queue.pollFor(slot.cost());
            if (waiter == null) {
                giveBack(List.of(slot), effects);
            } else {
                this.places.setOut();
                effects.grant(waiter, slot, now, this.pauses.changes(), this.reasons.of(waiter));
            }
        }
        if (!this.held.isEmpty() && this.queue.smallestCost() > 1) {
            giveBack(this.held.removeBelow(this.queue.smallestCost()), effects);
        }
        if (!this.held.isEmpty()) {
            this.reasons.slowedByRate(now);
        }
    }

    private void giveBack(List<Slot> slots, Effects effects) {
        if (!slots.isEmpty()) {
            effects.giveBack(this.desk.bucket(), slots);
            bucketMayBeFuller();
        }
    }

    void bucketMayBeFuller() {
        this.desk.level().estimateNoMore();
    }

    /** Asks the store where there is something to ask; serves those whom it may serve without. */
    void askForMore(long now, Effects effects) {
        while (this.desk.askForMore(now, effects)) {
            handOut(now, effects);
        }
    }

    void receive(@Nullable Reply reply, @Nullable Throwable failure, long now, Effects effects) {
        List<Waiter> asked = this.desk.callEnded(now);
        if (reply == null || (reply.answers().isEmpty() && !asked.isEmpty())) {
            this.desk.callFailed(failure, now, effects);
        } else {
            boolean outdated = this.pauses.outdate(reply) || this.pauses.holdsUnwritten(now);
            if (this.pauses.learn(reply)) {
                pausesChanged(now, effects);
            }
            this.desk.callSucceeded(reply, now);
            if (!outdated) {
                this.desk.take(reply, asked, now, effects);
            }
        }
        handOut(now, effects);
        this.desk.answered(asked, now, effects);
    }

    /** When the next waiter's time is over, or before. */
    long nextDeadline() {
        return this.deadlines.next();
    }

    /** The time of some waiters may be over. */
    void expire(long now, Effects effects) {
        for (Waiter due = this.deadlines.pollDue(now); due != null; due = this.deadlines.pollDue(now)) {
            expire(due, now, effects);
        }
    }

    /** The waiter's time is over: it gets what is due at this very instant, or what an answer on the way has for it. */
    void expire(Waiter waiter, long now, Effects effects) {
        handOut(now, effects);
        if (!this.queue.contains(waiter) || !this.desk.answers(waiter)) {
            this.denials.late(waiter, now, null, effects);
        }
    }

    /** What the waiter was waiting for; {@code null} where it was not there any more. */
    @Nullable
    WaitReason leave(Waiter waiter, long now) {
        return this.queue.remove(waiter) ? this.reasons.at(now) : null;
    }

    void release() {
        this.places.leave();
    }

    /** A permit that was not used: its slot is the next to be handed out, unless a later pause has made it void. */
    void takeBack(GatePermit permit) {
        this.places.leave();
        if (permit.pausesKnown == this.pauses.changes()) {
            this.held.takeBack(permit.slot());
        }
    }

    /** Whether a permit that reaches its waiter only now is good beyond doubt. Not guarded, as it is asked for each one. */
    boolean isSurelyGood(GatePermit permit, long now) {
        return permit.pausesKnown == this.pauses.changes()
                && this.held.isSurelyInTime(permit.slotAt(), now)
                && !this.closed;
    }

    /**
     * Whether a permit that reaches its waiter only now came too late for use: a pause was learned in between, or its
     * slot is out of date, or the gate is closed. Then the waiter takes the place that it had. Out of date twice is the
     * executor's own slowness, which no other slot would mend.
     */
    boolean recall(Waiter waiter, GatePermit permit, long now, Effects effects) {
        boolean isVoid = permit.pausesKnown != this.pauses.changes();
        boolean isStale = !waiter.recalled && this.held.isStale(permit.slot(), now);
        if (waiter.isDone() || !(isVoid || isStale || this.closed)) {
            return false;
        }
        waiter.recalled |= isStale;
        this.places.arrived();
        takeBack(permit);
        Bucket bucket = this.desk.bucket();
        RateLimitException denial = this.closed ? this.denials.closed() : this.denials.tooCostly(waiter, bucket);
        if (denial != null) {
            effects.deny(waiter, now, denial);
        } else {
            this.queue.add(waiter);
            this.deadlines.add(waiter);
        }
        return true;
    }

    /** Where the pause is news, what is held is void, and whoever would be late fails at once. */
    void learn(Scope scope, Pause pause, long now, Effects effects) {
        if (this.pauses.learn(scope, pause)) {
            pausesChanged(now, effects);
        }
    }

    /** A pause that the store has not taken holds until then, or no more. */
    void hold(long until, long now, Effects effects) {
        boolean held = this.pauses.holdsUnwritten(now);
        if (this.pauses.hold(until)) {
            pausesChanged(now, effects);
        } else if (held) {
            this.desk.pausesChanged(now);
        }
    }

    private void pausesChanged(long now, Effects effects) {
        this.held.clear();
        this.desk.pausesChanged(now);
        this.denials.pausedUntil(this.pauses.until(), now, effects);
    }

    void close(long now, Effects effects) {
        this.closed = true;
        this.denials.everybody(this.denials::closed, now, effects);
    }
}
