package dev.limiter.gate;

import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.Refusal.Scope;
import dev.limiter.WaitReason;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.PauseAsk;
import dev.limiter.bucket.Reply;
import dev.limiter.contour.Contour;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The queue of one contour key in one process. Safe for use by many threads.
 *
 * <p>Whatever happens (a caller comes or gives up, a slot's instant or a reply arrives, a request ends, a pause is
 * learned) is decided in the {@link WaitingRoom} under the lock, and done outside it.
 */
final class Gate {

    private final Contour contour;

    private final JudgedBucket bucket;

    private final Wiring wiring;

    private final Consumer<Gate> whenRetired;

    private final WaitingRoom room;

    private final PauseDesk pauseDesk;

    private final WaitNews waitNews;

    private final GateAlarms alarms;

    private final Passage passage;

    private final AskLoop askLoop;

    /**
     * A monitor: it is held for microseconds, never across a wait, and does not park a thread of an event loop for which
     * that would be reported.
     */
    private final Object lock = new Object();

    private boolean retired;

    Gate(Contour contour, String key, Wiring wiring, Consumer<Gate> whenRetired) {
        this.contour = contour;
        this.bucket = new JudgedBucket(contour, key, wiring.limitsOf(contour));
        this.wiring = wiring;
        this.whenRetired = whenRetired;
        this.room = new WaitingRoom(contour, this.bucket, wiring.store());
        this.pauseDesk = new PauseDesk(this, wiring);
        this.waitNews = new WaitNews(contour, wiring.listener());
        this.alarms = new GateAlarms(wiring.timer(), this::nextCame, this::deadlineCame, this::retireIfIdle);
        this.passage = new Passage(this, wiring, this.room);
        this.askLoop = new AskLoop(this, wiring.store());
    }

    Contour contour() {
        return this.contour;
    }

    /** By the limits that hold now. */
    Bucket bucket() {
        return this.bucket.get();
    }

    PauseDesk pauseDesk() {
        return this.pauseDesk;
    }

    WaitNews waitNews() {
        return this.waitNews;
    }

    /** From now on idleness is seen: a key that is named and never used goes as well. */
    Gate open() {
        hold();
        return this;
    }

    /** A permit that is there at once, past the queue; {@code null} where only {@link #enter} can tell. */
    @Nullable
    Permit takeAtOnce(int cost) {
        return this.passage.take(cost);
    }

    /** Queues a caller; {@code null} when the gate has retired and another one must be asked. */
    @Nullable
    Waiter enter(PermitRequest request, boolean parked) {
        Duration maxWait = (request.maxWait() != null) ? request.maxWait() : this.contour.maxWait();
        Waiter waiter = new Waiter(request, maxWait, this.wiring.now(), parked, this::abandon);
        boolean entered = decide(waiter, (now, effects) -> {
            if (!this.retired) {
                this.room.enter(waiter, now, effects);
            }
            return !this.retired;
        });
        if (!entered) {
            this.whenRetired.accept(this);
            return null;
        }
        if (waiter.isNowOrNever() && !waiter.isDone()) {
            act(waiter, (now, effects) -> this.room.expire(waiter, now, effects));
        }
        return waiter;
    }

    private void nextCame() {
        act(null, (now, effects) -> this.alarms.nextCame());
    }

    private void deadlineCame() {
        act(null, (now, effects) -> {
            this.alarms.deadlineCame();
            this.room.expire(now, effects);
        });
    }

    /** The caller has completed its future itself. */
    private void abandon(Waiter waiter) {
        WaitReason reason = this.<@Nullable WaitReason>decide(null, (now, effects) -> this.room.leave(waiter, now));
        if (reason != null) {
            this.waitNews.abandoned(Instants.between(waiter.since, this.wiring.now()), reason);
        }
    }

    /** Whether the permit came to its waiter too late for use: then the waiter waits again. */
    boolean recall(Waiter waiter, GatePermit permit) {
        return !this.room.isSurelyGood(permit, this.wiring.now())
                && decide(null, (now, effects) -> this.room.recall(waiter, permit, now, effects));
    }

    Places places() {
        return this.room.places();
    }

    void giveBack(GatePermit permit) {
        act(null, (now, effects) -> this.room.takeBack(permit));
    }

    /** A reply that crossed the slots on their way no longer says how full the bucket is. */
    void storeTookBack() {
        synchronized (this.lock) {
            this.room.bucketMayBeFuller();
        }
    }

    /** A place that does not count is nobody's: nothing changes for those who wait. */
    void release() {
        if (this.contour.concurrency() == Contour.UNLIMITED_CONCURRENCY) {
            places().leave();
            return;
        }
        act(null, (now, effects) -> this.room.release());
    }

    /** A pause that this or another process has made, or ended. */
    void learn(Scope scope, Pause pause) {
        this.pauseDesk.learned(scope, pause);
        act(null, (now, effects) -> {
            this.room.learn(scope, pause, now, effects);
            if (this.retired) {
                // A refusal that came after the gate went has left state in the store again.
                this.alarms.whenIdle(now, now);
            }
        });
    }

    /** Sends nothing while a pause holds that the store has not taken. */
    void hold() {
        act(null, (now, effects) -> this.room.hold(this.wiring.unwritten().until(bucket()), now, effects));
    }

    /** How many pauses in a row there are with this one, as far as this process knows. */
    int rowAfter(PauseAsk ask) {
        synchronized (this.lock) {
            return this.room.pauses().rowAfter(ask);
        }
    }

    GateLoad load() {
        synchronized (this.lock) {
            long now = this.wiring.now();
            return GateLoad.of(this.room, this.passage.permitsLeft(now), now);
        }
    }

    /** Other limits hold: whoever waits is asked for by these. */
    void limitsChanged() {
        act(null, (now, effects) -> {});
    }

    void storeIsBack() {
        act(null, (now, effects) -> this.room.desk().storeIsBack());
    }

    /** Whether a pause was learned since so many were known. */
    boolean hasChangedPauses(long known) {
        return this.room.pauses().changes() != known;
    }

    /** The pause whose row a success of a request sent at that instant ends; {@code null} where there is none. */
    @Nullable
    Pause endRow(Scope scope, long sentAt) {
        return decide(null, (now, effects) -> this.room.pauses().endRow(scope, sentAt));
    }

    void close() {
        act(null, (now, effects) -> this.room.close(now, effects));
    }

    /** A key that nobody uses goes once the store has forgotten its bucket. One that is in use is watched again later. */
    private void retireIfIdle() {
        boolean gone = decide(null, (now, effects) -> {
            if (!this.room.isIdle()) {
                this.alarms.idlenessSeen();
                return false;
            }
            // Whom a permit reaches too late comes back, and is to find the gate that others find.
            boolean mayComeBack = places().areAnyOnTheirWay();
            OptionalLong again =
                    mayComeBack ? OptionalLong.of(now) : this.wiring.store().forget(bucket());
            this.retired |= again.isEmpty();
            again.ifPresent(at -> this.alarms.whenIdle(now, at));
            return this.retired;
        });
        if (gone) {
            this.whenRetired.accept(this);
        }
    }

    /**
     * Decides under the lock, and does outside it what was decided. Whatever the decision, the gate is left with nothing
     * to hand out, its alarms set, and a call to the store in flight where one is due: so no waiter can be forgotten.
     */
    private <T extends @Nullable Object> T decide(@Nullable Waiter own, Decision<T> decision) {
        Effects effects = new Effects(this, this.wiring, own);
        T answer = underLock(decision, effects);
        effects.run();
        this.askLoop.run(effects.ask(), own);
        return answer;
    }

    private void act(@Nullable Waiter own, Decision.Action action) {
        decide(own, action.asDecision());
    }

    private <T extends @Nullable Object> T underLock(Decision<T> decision, Effects effects) {
        synchronized (this.lock) {
            long now = this.wiring.now();
            this.room.bringLimits(now, effects);
            T answer = decision.decide(now, effects);
            this.room.handOut(now, effects);
            this.room.askForMore(now, effects);
            setAlarms(now);
            if (effects.ask() == null) {
                watchDeadlines();
            }
            return answer;
        }
    }

    /** Returns what to ask next. */
    Effects.@Nullable Call receive(@Nullable Reply reply, @Nullable Throwable failure, @Nullable Waiter own) {
        Effects effects = new Effects(this, this.wiring, own);
        Decision.Action reception = (now, all) -> this.room.receive(reply, failure, now, all);
        underLock(reception.asDecision(), effects);
        effects.run();
        return effects.ask();
    }

    /** The store has not answered at once: whoever waits may have to wait for long. */
    void callIsOnItsWay() {
        synchronized (this.lock) {
            watchDeadlines();
        }
    }

    private void setAlarms(long now) {
        this.passage.openFrom(this.retired ? Instants.FOR_EVER : this.room.openFrom(now));
        this.alarms.nextAt(this.room.desk().nextAt(now));
        // A contour's only key stays: there are as many as the configuration names.
        if (!bucket().key().isEmpty() && !this.retired && this.room.isIdle()) {
            this.alarms.whenIdle(now);
        }
    }

    /** Not while a call is yet to be made: where the store answers it at once, most often nobody is left to wait. */
    private void watchDeadlines() {
        this.alarms.deadlineAt(this.room.nextDeadline());
    }
}
