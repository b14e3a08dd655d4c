package dev.limiter.gate;

import dev.limiter.RateLimitException;
import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Answer;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.FullAt;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.Reply;
import dev.limiter.bucket.Slot;
import dev.limiter.contour.Contour;
import java.util.List;
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

    private static final int MOST_LATE_CALLS = 3;

    private final Contour contour;

    private final Bucket bucket;

    private final int mostAsked;

    private final WaiterQueue queue = new WaiterQueue();

    private final HeldSlots held;

    private final KnownPauses pauses = new KnownPauses();

    private final StoreCall call = new StoreCall();

    private final Places places;

    private final WaitReasons reasons;

    private final Denials denials;

    /** The bucket as the last reply said, where nothing since can have made it fuller. */
    private @Nullable List<FullAt> fullAt;

    private boolean closed;

    WaitingRoom(Contour contour, Bucket bucket) {
        this.contour = contour;
        this.bucket = bucket;
        this.held = new HeldSlots(contour);
        this.mostAsked = Batch.most(contour);
        this.places = new Places(contour);
        this.reasons = new WaitReasons(this.pauses, this.places, this.call);
        this.denials = new Denials(contour, this.queue, this.reasons);
    }

    KnownPauses pauses() {
        return this.pauses;
    }

    /** Whether nothing is lost with this room. What is in flight counts only where it takes a place. */
    boolean isIdle() {
        return this.queue.isEmpty() && this.held.isEmpty() && !this.call.isInFlight() && !this.places.anyCounts();
    }

    boolean isWaiting(Waiter waiter) {
        return this.queue.contains(waiter);
    }

    /** Queues the caller, or denies it where it is certain already that it gets nothing. */
    void enter(Waiter waiter, long now, Effects effects) {
        RateLimitException denial = this.closed ? this.denials.closed() : this.denials.atTheDoor(waiter);
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
        }
    }

    /** A lower bound: what other processes take in between is not known. */
    private long earliestFor(Waiter waiter, long now) {
        long earliest = Math.max(now, this.pauses.until());
        long needed = this.queue.permitsAhead(waiter.priority) + waiter.cost - this.held.permits();
        if (needed <= 0) {
            return Math.max(earliest, this.held.nextAt());
        }
        return (this.fullAt == null) ? earliest : Math.max(earliest, this.bucket.earliest(this.fullAt, needed));
    }

    /** Gives each slot whose instant has come to the first waiter that it is right for; what is right for nobody goes. */
    void handOut(long now, Effects effects) {
        while (this.held.nextAt() <= now) {
            Slot slot = this.held.poll();
            Waiter waiter = this.held.isStale(slot, now) ? null : this.queue.pollFor(slot.cost());
            if (waiter == null) {
                giveBack(List.of(slot), effects);
            } else {
                this.places.take();
                effects.grant(waiter, slot, now, this.pauses.changes(), this.reasons.of(waiter));
            }
        }
        if (this.queue.smallestCost() > 1) {
            giveBack(this.held.removeBelow(this.queue.smallestCost()), effects);
        }
        if (!this.held.isEmpty()) {
            this.reasons.slowedByRate(now);
        }
    }

    private void giveBack(List<Slot> slots, Effects effects) {
        if (!slots.isEmpty()) {
            effects.giveBack(slots);
            this.fullAt = null;
        }
    }

    /** Asks the store where nothing is held, and somebody waits who may be sent. */
    void askForMore(long now, Effects effects) {
        if (this.call.isInFlight()) {
            return;
        }
        int most = Math.min(this.mostAsked, this.places.free());
        List<Waiter> first = (this.held.isEmpty() && most > 0) ? this.queue.first(most) : List.of();
        this.call.begin(first, now);
        this.call.passedOver(waiter -> this.denials.late(waiter, now, null, effects));
        if (!first.isEmpty()) {
            long horizon = Instants.micros(this.contour.horizon());
            long soon = now + Math.min(2 * this.call.lasted(), horizon);
            effects.ask(Batch.ask(first, soon, horizon));
        }
    }

    /** The instant of the next slot that is held. */
    long nextSlotAt() {
        return this.held.nextAt();
    }

    void receive(@Nullable Reply reply, @Nullable Throwable failure, long now, Effects effects) {
        List<Waiter> asked = this.call.end(now);
        if (reply == null || reply.answers().isEmpty()) {
            this.denials.everybody(() -> this.denials.storeUnavailable(failure), now, effects);
        } else {
            boolean outdated = this.pauses.outdate(reply);
            if (this.pauses.learn(reply)) {
                pausesChanged(now, effects);
            }
            if (!outdated) {
                take(reply, asked, now, effects);
            }
        }
        handOut(now, effects);
        this.call.answered(asked, waiter -> this.denials.late(waiter, now, null, effects));
    }

    private void take(Reply reply, List<Waiter> asked, long now, Effects effects) {
        this.fullAt = reply.fullAt();
        this.held.received(this.call.alwaysLasts(), now);
        for (int i = 0; i < Math.min(asked.size(), reply.answers().size()); i++) {
            Answer answer = reply.answers().get(i);
            if (answer instanceof Slot slot) {
                this.held.add(slot);
            } else if (answer instanceof Answer.Late late) {
                comesLate(asked.get(i), late.earliest(), now, effects);
            }
        }
    }

    private void comesLate(Waiter waiter, long earliest, long now, Effects effects) {
        if (waiter.isNowOrNever() && earliest <= now && waiter.lateCalls < MOST_LATE_CALLS) {
            // The call was late, not the slot. The next one allows for as long as this one took.
            waiter.lateCalls++;
            waiter.asked = false;
        } else {
            this.denials.late(waiter, now, earliest, effects);
        }
    }

    /** The waiter's time is over: it gets what is due at this very instant, or what an answer on the way has for it. */
    void expire(Waiter waiter, long now, Effects effects) {
        handOut(now, effects);
        if (!isWaiting(waiter) || !this.call.answers(waiter)) {
            this.denials.late(waiter, now, null, effects);
        }
    }

    /** Whether the waiter was still there. */
    boolean leave(Waiter waiter) {
        return this.queue.remove(waiter);
    }

    void release() {
        this.places.leave();
    }

    /** A permit that was not used: its slot is the next to be handed out, unless a later pause has made it void. */
    void takeBack(GatePermit permit) {
        this.places.leave();
        if (permit.pausesKnown == this.pauses.changes()) {
            this.held.takeBack(permit.slot);
        }
    }

    /**
     * Whether a permit that reaches its waiter only now came too late for use: a pause was learned in between, or its
     * slot is out of date, or the gate is closed. Then the waiter takes the place that it had. Out of date twice is the
     * executor's own slowness, which no other slot would mend.
     */
    boolean recall(Waiter waiter, GatePermit permit, long now, Effects effects) {
        boolean isVoid = permit.pausesKnown != this.pauses.changes();
        boolean isStale = !waiter.recalled && this.held.isStale(permit.slot, now);
        if (waiter.isDone() || !(isVoid || isStale || this.closed)) {
            return false;
        }
        waiter.recalled |= isStale;
        takeBack(permit);
        if (this.closed) {
            effects.deny(waiter, now, this.denials.closed());
        } else {
            this.queue.add(waiter);
        }
        return true;
    }

    /** Where the pause is news, what is held is void, and whoever would be late fails at once. */
    void learn(Scope scope, Pause pause, long now, Effects effects) {
        if (this.pauses.learn(scope, pause)) {
            pausesChanged(now, effects);
        }
    }

    private void pausesChanged(long now, Effects effects) {
        this.held.clear();
        this.fullAt = null;
        this.denials.pausedUntil(this.pauses.until(), now, effects);
    }

    void close(long now, Effects effects) {
        this.closed = true;
        this.denials.everybody(this.denials::closed, now, effects);
    }
}
