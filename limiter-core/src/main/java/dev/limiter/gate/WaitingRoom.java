package dev.limiter.gate;

import dev.limiter.CostAboveCapacityException;
import dev.limiter.LimiterClosedException;
import dev.limiter.QueueFullException;
import dev.limiter.RateLimitException;
import dev.limiter.Refusal.Scope;
import dev.limiter.StoreUnavailableException;
import dev.limiter.WaitReason;
import dev.limiter.bucket.Answer;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.FullAt;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.Reply;
import dev.limiter.bucket.Slot;
import dev.limiter.contour.Contour;
import java.util.ArrayDeque;
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

    /** How much later than its instant and the arrival jitter a slot may be used: a collection, a slow subscriber. */
    private static final long GRACE_MICROS = 30_000;

    private final Contour contour;

    private final Bucket bucket;

    private final long usableFor;

    private final int mostAsked;

    private final WaiterQueue queue = new WaiterQueue();

    private final ArrayDeque<Slot> held = new ArrayDeque<>();

    private final KnownPauses pauses = new KnownPauses();

    /** The waiters whose costs are in the call that is in flight; {@code null} when none is. */
    private @Nullable List<Waiter> calling;

    /** The bucket as the last reply said, where nothing since can have made it fuller. */
    private @Nullable List<FullAt> fullAt;

    private int inFlight;

    private boolean closed;

    WaitingRoom(Contour contour, Bucket bucket) {
        this.contour = contour;
        this.bucket = bucket;
        this.usableFor = Instants.micros(contour.arrivalJitter()) + GRACE_MICROS;
        this.mostAsked = Batch.most(contour);
    }

    KnownPauses pauses() {
        return this.pauses;
    }

    boolean isIdle() {
        return this.queue.isEmpty() && this.held.isEmpty() && this.calling == null;
    }

    /** Queues the caller, or denies it where it is certain already that it gets nothing. */
    void enter(Waiter waiter, long now, Effects effects) {
        RateLimitException refusal = refusalOf(waiter);
        long earliest = (refusal != null) ? now : earliestFor(waiter, now);
        if (refusal != null) {
            effects.deny(waiter, now, refusal);
        } else if (earliest > waiter.deadline) {
            effects.denyLate(waiter, reason(now), now, earliest);
        } else {
            waiter.waitedForPlace = freePlaces() <= 0;
            this.queue.add(waiter);
        }
    }

    private @Nullable RateLimitException refusalOf(Waiter waiter) {
        String name = this.contour.name();
        if (this.closed) {
            return new LimiterClosedException(name);
        }
        if (waiter.cost > this.contour.capacity()) {
            return new CostAboveCapacityException(name, waiter.cost, this.contour.capacity());
        }
        return (this.queue.size() >= this.contour.maxWaiting())
                ? new QueueFullException(name, this.contour.maxWaiting())
                : null;
    }

    /** A lower bound: what other processes take in between is not known. */
    private long earliestFor(Waiter waiter, long now) {
        long earliest = Math.max(now, this.pauses.until());
        long needed = this.queue.permitsAhead(waiter.priority) + waiter.cost;
        for (Slot slot : this.held) {
            needed -= slot.cost();
        }
        return (this.fullAt == null || needed <= 0)
                ? earliest
                : Math.max(earliest, this.bucket.earliest(this.fullAt, needed));
    }

    /** Gives each slot whose instant has come to the first waiter that it is right for. */
    void handOut(long now, Effects effects) {
        if (this.queue.isEmpty() && !this.held.isEmpty()) {
            giveBack(List.copyOf(this.held), effects);
            this.held.clear();
        }
        while (!this.held.isEmpty() && this.held.getFirst().at() <= now) {
            Slot slot = this.held.removeFirst();
            boolean stale = now > slot.at() + this.usableFor;
            Waiter waiter = stale ? null : this.queue.pollFor(slot.cost());
            if (waiter == null) {
                giveBack(List.of(slot), effects);
            } else {
                this.inFlight++;
                effects.grant(waiter, slot, now, this.pauses.changes(), waitedFor(waiter, slot));
            }
        }
    }

    private void giveBack(List<Slot> slots, Effects effects) {
        effects.giveBack(slots);
        this.fullAt = null;
    }

    /** What to ask the store for now; {@code null} for nothing. */
    @Nullable
    Ask nextAsk() {
        int most = Math.min(this.mostAsked, freePlaces());
        if (this.closed || this.calling != null || !this.held.isEmpty() || this.queue.isEmpty() || most <= 0) {
            return null;
        }
        List<Waiter> first = this.queue.first(most);
        first.forEach(waiter -> waiter.asked = true);
        this.calling = first;
        return Batch.ask(first, Instants.micros(this.contour.horizon()));
    }

    /** The instant of the next slot that is held. */
    long nextSlotAt() {
        return this.held.isEmpty() ? Instants.FOR_EVER : this.held.getFirst().at();
    }

    void receive(@Nullable Reply reply, @Nullable Throwable failure, long now, Effects effects) {
        List<Waiter> asked = (this.calling != null) ? this.calling : List.of();
        this.calling = null;
        asked.forEach(waiter -> waiter.asked = false);
        if (reply == null) {
            refuseAll(waiter -> storeUnavailable(failure), now, effects);
        } else if (!this.pauses.outdate(reply)) {
            take(reply, asked, now, effects);
        }
        handOut(now, effects);
        for (Waiter waiter : asked) {
            if (waiter.expired && this.queue.remove(waiter)) {
                effects.denyLate(waiter, reason(now), now, null);
            }
        }
    }

    private void take(Reply reply, List<Waiter> asked, long now, Effects effects) {
        this.pauses.learn(reply);
        this.fullAt = reply.fullAt();
        for (int i = 0; i < reply.answers().size(); i++) {
            Answer answer = reply.answers().get(i);
            if (answer instanceof Slot slot) {
                this.held.addLast(slot);
            } else if (answer instanceof Answer.Late late && this.queue.remove(asked.get(i))) {
                effects.denyLate(asked.get(i), reason(now), now, late.earliest());
            }
        }
    }

    void expire(Waiter waiter, long now, Effects effects) {
        if (waiter.asked) {
            waiter.expired = true;
        } else if (this.queue.remove(waiter)) {
            effects.denyLate(waiter, reason(now), now, null);
        }
    }

    /** Whether the waiter was still there. */
    boolean leave(Waiter waiter) {
        return this.queue.remove(waiter);
    }

    void release() {
        this.inFlight--;
    }

    /** A permit that was not used: its slot is the next to be handed out, unless a later pause has made it void. */
    void takeBack(GatePermit permit) {
        this.inFlight--;
        if (permit.pausesKnown == this.pauses.changes()) {
            this.held.addFirst(permit.slot);
        }
    }

    /** Whether the pause was news: then what is held is void, and whoever would be late fails at once. */
    boolean learn(Scope scope, Pause pause, long now, Effects effects) {
        if (!this.pauses.learn(scope, pause)) {
            return false;
        }
        this.held.clear();
        this.fullAt = null;
        long until = this.pauses.until();
        for (Waiter waiter : this.queue.first(this.queue.size())) {
            if (waiter.deadline < until && until > now) {
                this.queue.remove(waiter);
                effects.denyLate(waiter, WaitReason.PAUSE, now, until);
            }
        }
        return true;
    }

    void close(long now, Effects effects) {
        this.closed = true;
        refuseAll(waiter -> new LimiterClosedException(this.contour.name()), now, effects);
        giveBack(List.copyOf(this.held), effects);
        this.held.clear();
    }

    private void refuseAll(Effects.Refuser refuser, long now, Effects effects) {
        for (Waiter waiter : this.queue.first(this.queue.size())) {
            this.queue.remove(waiter);
            effects.deny(waiter, now, refuser.refuse(waiter));
        }
    }

    private StoreUnavailableException storeUnavailable(@Nullable Throwable failure) {
        Throwable cause = (failure != null) ? failure : new IllegalStateException("the store answered nothing");
        return new StoreUnavailableException(this.contour.name(), cause);
    }

    private int freePlaces() {
        return (this.contour.concurrency() == Contour.UNLIMITED_CONCURRENCY)
                ? Integer.MAX_VALUE
                : this.contour.concurrency() - this.inFlight;
    }

    private WaitReason reason(long now) {
        if (this.pauses.until() > now) {
            return WaitReason.PAUSE;
        }
        return (freePlaces() <= 0) ? WaitReason.CONCURRENCY : WaitReason.RATE;
    }

    private WaitReason waitedFor(Waiter waiter, Slot slot) {
        if (this.pauses.until() > waiter.since) {
            return WaitReason.PAUSE;
        }
        if (waiter.waitedForPlace) {
            return WaitReason.CONCURRENCY;
        }
        return (slot.at() > waiter.since) ? WaitReason.RATE : WaitReason.STORE;
    }
}
