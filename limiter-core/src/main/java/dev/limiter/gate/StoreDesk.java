package dev.limiter.gate;

import dev.limiter.bucket.Answer;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.Reply;
import dev.limiter.bucket.Slot;
import dev.limiter.contour.Limit;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the waiters of a room are asked for: what the store is asked, what its replies bring, and what is done without
 * it while it is away. Guarded by the gate's lock.
 */
final class StoreDesk {

    private static final int MOST_LATE_CALLS = 3;

    /** How long a reply is trusted where nobody would tell of a pause that has been written since. */
    private static final long TRUSTED_MICROS = 50_000;

    private final WaitingRoom room;

    private final Supplier<Bucket> inForce;

    private final BucketStore store;

    /** By the limits that hold for the decisions that are taken now. */
    private Bucket bucket;

    private int mostAsked;

    private final long horizon;

    private final StoreCall call;

    private final Outage outage;

    private final Level level = new Level();

    /** As it was in the last call. */
    private Bucket askedBucket;

    /** When the last reply came, and when it was asked for. */
    private long knownAt = Instants.LONG_AGO;

    private long askedAt = Instants.LONG_AGO;

    /** @param inForce the bucket as its limits are now */
    StoreDesk(WaitingRoom room, Supplier<Bucket> inForce, BucketStore store, StoreCall call, Outage outage) {
        this.room = room;
        this.inForce = inForce;
        this.bucket = inForce.get();
        this.askedBucket = this.bucket;
        this.store = store;
        this.horizon = Instants.micros(room.contour().horizon());
        this.mostAsked = Batch.most(this.bucket, this.horizon);
        this.call = call;
        this.outage = outage;
    }

    Bucket bucket() {
        return this.bucket;
    }

    /** The next decision is taken by the limits that hold now. Nobody who needs more than they ever give goes on waiting. */
    void bringLimits(long now, Effects effects) {
        Bucket current = this.inForce.get();
        if (current != this.bucket) {
            Bucket before = this.bucket;
            this.bucket = current;
            this.mostAsked = Batch.most(current, this.horizon);
            this.level.forget();
            bookAnew(before, now, effects);
            this.room.denials().aboveCapacity(current.capacity(), now, effects);
        }
    }

    /** Slots that were booked by other limits stay, but for those so far ahead that there may be an earlier one now. */
    private void bookAnew(Bucket bookedBy, long now, Effects effects) {
        effects.giveBack(bookedBy, this.room.held().removeOfStoreAfter(now + this.horizon));
    }

    boolean isAsking() {
        return this.call.isInFlight();
    }

    /** Whether nobody is asked, and the store is to be told of nothing. */
    boolean isIdle() {
        return !isAsking() && !this.outage.hasGivenLocally();
    }

    /** Whether it is idle, and the store can be asked. */
    boolean isAtRest(long now) {
        return isIdle() && !this.outage.isOn(now);
    }

    Level level() {
        return this.level;
    }

    /**
     * Whether a pause may have been written of which nobody has told: then slots that a store has booked are confirmed
     * before use.
     */
    boolean isUnconfirmed(long now) {
        return now - TRUSTED_MICROS > this.knownAt
                && this.askedAt < this.store.hearsOfPausesSince(this.bucket.contour())
                && this.room.held().isNextOfStore();
    }

    /** When there is something to do again, if nothing else happens: a slot comes due, a pause or an outage is over. */
    long nextAt(long now) {
        long slotAt = this.room.held().nextAt();
        if (isAsking()) {
            return isUnconfirmed(now) ? Instants.FOR_EVER : slotAt;
        }
        if (this.room.queue().isEmpty()) {
            return slotAt;
        }
        long resumesAt = this.room.pauses().unansweredUntil(this.outage.isOn(now), now);
        return Math.min(slotAt, Math.min(resumesAt, this.outage.endsAt(now)));
    }

    /**
     * Asks the store, where nobody is asking: for the first waiters if no slot is held, or whether those that are held are
     * good still.
     *
     * @return whether slots were booked without the store, and there may be more to do
     */
    boolean askForMore(long now, Effects effects) {
        if (isAsking()) {
            return false;
        }
        if (this.outage.isOn(now) && this.outage.lastsUntilTold() && this.store.isReachable(this.bucket.contour())) {
            // It is back, and we are about to be told.
            this.outage.storeIsBack();
        }
        if (this.outage.isOn(now)) {
            return doWithout(now, effects);
        }
        if (this.outage.hasGivenLocally()) {
            Ask settlement = this.outage.settlement(this.bucket, resumesAt(now), now - this.knownAt);
            ask(settlement, List.of(), now, effects);
        } else if (this.room.held().nextAt() <= now) {
            ask(Ask.NOBODY, List.of(), now, effects);
        } else {
            askFor(firstToServe(now), now, effects);
        }
        return false;
    }

    private void ask(Ask ask, List<Waiter> whom, long now, Effects effects) {
        this.askedBucket = this.bucket;
        this.call.begin(whom, now);
        effects.ask(this.bucket, ask);
    }

    private void askFor(List<Waiter> first, long now, Effects effects) {
        if (!first.isEmpty()) {
            ask(askOf(first, now), first, now, effects);
        }
        passOver(now, effects);
    }

    private List<Waiter> firstToServe(long now) {
        int most = Math.min(this.mostAsked, this.room.places().free());
        boolean nobody =
                !this.room.held().isEmpty() || most <= 0 || this.room.pauses().holdsUnwritten(now);
        return nobody ? List.of() : this.room.queue().first(most);
    }

    private Ask askOf(List<Waiter> first, long now) {
        return Batch.ask(first, now + Math.min(2 * this.call.lasted(), this.horizon), this.horizon);
    }

    /** While the store is away, callers are denied, or wait, or the process serves them by itself. */
    private boolean doWithout(long now, Effects effects) {
        if (this.room.held().nextAt() <= now) {
            // Nobody can say whether they are still good.
            this.room.held().clear();
        }
        passOver(now, effects);
        if (this.outage.denies(now)) {
            denyAll(now, effects);
        }
        Limit reduced = this.outage.reduced(now);
        if (reduced == null) {
            return false;
        }
        this.room.denials().aboveCapacity(reduced.capacity(), now, effects);
        List<Waiter> first = (resumesAt(now) > now) ? List.of() : firstToServe(now);
        if (!first.isEmpty()) {
            take(this.outage.book(Batch.ask(first, now, this.horizon), now), first, now, effects);
            this.level.forget();
        }
        return !first.isEmpty();
    }

    private void denyAll(long now, Effects effects) {
        Denials denials = this.room.denials();
        denials.everybody(() -> denials.storeUnavailable(this.outage.reason()), now, effects);
    }

    /** Whoever has had its time, and is not asked for now, waits no longer. */
    private void passOver(long now, Effects effects) {
        this.call.passedOver(waiter -> this.room.denials().late(waiter, now, null, effects));
    }

    /** Returns those who were asked for. */
    List<Waiter> callEnded(long now) {
        return this.call.end(now);
    }

    void callSucceeded(Reply reply, long now) {
        this.outage.callSucceeded();
        this.knownAt = now;
        this.askedAt = this.call.begunAt();
        if (this.outage.hasGivenLocally()) {
            // What is held is not the shared limit's.
            this.room.held().clear();
            this.outage.settled(reply, this.askedBucket, resumesAt(now));
        }
    }

    /** The outcome is unknown, and what was booked counts as spent: who was asked for is asked for anew, or denied. */
    void callFailed(@Nullable Throwable failure, long now, Effects effects) {
        this.outage.callFailed(failure, this.store.isReachable(this.bucket.contour()), resumesAt(now), now);
        if (!this.outage.isOn(now)) {
            return;
        }
        this.level.estimateNoMore();
        if (this.outage.denies(now)) {
            denyAll(now, effects);
        }
    }

    /** Now, or when the last pause ends. */
    private long resumesAt(long now) {
        return Math.max(now, this.room.pauses().until());
    }

    void pausesChanged(long now) {
        this.level.forget();
        this.outage.pausesChanged(resumesAt(now), now);
    }

    /** Whoever waits is asked for at once. */
    void storeIsBack() {
        this.outage.storeIsBack();
    }

    /** Takes in what a reply has for those who were asked for. */
    void take(Reply reply, List<Waiter> asked, long now, Effects effects) {
        this.level.learn(this.askedBucket, reply.fullAt());
        this.room.held().received(this.call.alwaysLasts(), now);
        for (int i = 0; i < Math.min(asked.size(), reply.answers().size()); i++) {
            Answer answer = reply.answers().get(i);
            if (answer instanceof Slot slot) {
                this.room.held().add(slot);
            } else if (answer instanceof Answer.Late late) {
                comesLate(asked.get(i), late.earliest(), now, effects);
            }
        }
        if (this.askedBucket != this.bucket) {
            this.level.forget();
            bookAnew(this.askedBucket, now, effects);
        }
    }

    private void comesLate(Waiter waiter, long earliest, long now, Effects effects) {
        if (this.askedBucket != this.bucket) {
            // By the limits that hold now it may come in time.
            waiter.asked = false;
        } else if (waiter.isNowOrNever() && earliest <= now && waiter.lateCalls < MOST_LATE_CALLS) {
            // The call was late, not the slot. The next one allows for as long as this one took.
            waiter.lateCalls++;
            waiter.asked = false;
        } else {
            this.room.denials().late(waiter, now, earliest, effects);
        }
    }

    /** Whether the waiter, whose time is over, gets what a reply that is on the way has for it. */
    boolean answers(Waiter waiter) {
        return this.call.answers(waiter);
    }

    /** The reply has been taken in. */
    void answered(List<Waiter> asked, long now, Effects effects) {
        this.call.answered(asked, waiter -> this.room.denials().late(waiter, now, null, effects));
    }
}
