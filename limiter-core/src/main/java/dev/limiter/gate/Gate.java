package dev.limiter.gate;

import dev.limiter.PermitRequest;
import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.Reply;
import dev.limiter.contour.Contour;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The queue of one contour key in one process. Safe for use by many threads.
 *
 * <p>Whatever happens (a caller comes or gives up, a slot's instant or a reply arrives, a request ends, a pause is
 * learned) is decided in the {@link WaitingRoom} under the lock, and done outside it.
 */
final class Gate {

    /** How long after its last use a key is looked at, at the soonest. */
    private static final long IDLE_MICROS = 1_000_000;

    private final Contour contour;

    private final Bucket bucket;

    private final Wiring wiring;

    private final Consumer<Gate> whenRetired;

    private final WaitingRoom room;

    private final PauseDesk pauseDesk;

    private final ReentrantLock lock = new ReentrantLock();

    private Timer.Alarm wakeUp = Timer.Alarm.NONE;

    private long wakeUpAt = Instants.FOR_EVER;

    private boolean watchedForIdleness;

    private boolean retired;

    Gate(Contour contour, String key, Wiring wiring, Consumer<Gate> whenRetired) {
        this.contour = contour;
        this.bucket = Bucket.of(contour, key);
        this.wiring = wiring;
        this.whenRetired = whenRetired;
        this.room = new WaitingRoom(contour, this.bucket);
        this.pauseDesk = new PauseDesk(this, wiring);
        // A contour's only key stays: there are as many as the configuration names.
        this.watchedForIdleness = key.isEmpty();
    }

    Contour contour() {
        return this.contour;
    }

    Bucket bucket() {
        return this.bucket;
    }

    PauseDesk pauseDesk() {
        return this.pauseDesk;
    }

    /** Queues a caller; {@code null} when the gate has retired and another one must be asked. */
    @Nullable
    Waiter enter(PermitRequest request, boolean parked) {
        Duration maxWait = (request.maxWait() != null) ? request.maxWait() : this.contour.maxWait();
        Waiter waiter = new Waiter(this, request, maxWait, this.wiring.now(), parked);
        boolean gone = decide(waiter, (now, effects) -> {
            if (!this.retired) {
                this.room.enter(waiter, now, effects);
            }
            return this.retired;
        });
        if (gone) {
            return null;
        }
        if (!waiter.isDone()) {
            pump(waiter);
            watchDeadline(waiter);
        }
        return waiter;
    }

    private void watchDeadline(Waiter waiter) {
        if (waiter.deadline == Instants.FOR_EVER || waiter.isDone()) {
            return;
        }
        decide(null, (now, effects) -> {
            if (waiter.lane != null) {
                waiter.alarm = this.wiring.timer().at(waiter.deadline, () -> expire(waiter));
            }
            return true;
        });
    }

    private void expire(Waiter waiter) {
        decide(null, (now, effects) -> {
            this.room.expire(waiter, now, effects);
            return true;
        });
        pump(null);
    }

    /** The caller has completed its future itself. */
    void abandon(Waiter waiter) {
        boolean left = decide(null, (now, effects) -> {
            waiter.alarm.cancel();
            return this.room.leave(waiter);
        });
        if (left) {
            this.wiring.listener().abandoned(this.contour.name(), Instants.between(waiter.since, this.wiring.now()));
            pump(null);
        }
    }

    /** Hands out what is due, and asks the store for more where nothing is held. */
    private void pump(@Nullable Waiter own) {
        while (true) {
            Ask ask = this.<@Nullable Ask>decide(own, (now, effects) -> {
                this.room.handOut(now, effects);
                Ask next = this.room.nextAsk();
                setAlarms(now);
                return next;
            });
            if (ask == null) {
                return;
            }
            CompletionStage<Reply> reply = book(ask);
            if (!reply.toCompletableFuture().isDone()) {
                reply.whenComplete((answer, failure) -> {
                    receive(answer, failure, null);
                    pump(null);
                });
                return;
            }
            reply.whenComplete((answer, failure) -> receive(answer, failure, own));
        }
    }

    private CompletionStage<Reply> book(Ask ask) {
        try {
            return this.wiring.store().book(this.bucket, ask);
        } catch (RuntimeException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    private void receive(@Nullable Reply reply, @Nullable Throwable failure, @Nullable Waiter own) {
        decide(own, (now, effects) -> {
            this.room.receive(reply, failure, now, effects);
            return true;
        });
    }

    private void setAlarms(long now) {
        long at = this.room.nextSlotAt();
        if (at != this.wakeUpAt) {
            this.wakeUp.cancel();
            this.wakeUpAt = at;
            this.wakeUp = (at == Instants.FOR_EVER)
                    ? Timer.Alarm.NONE
                    : this.wiring.timer().at(at, this::wakeUp);
        }
        if (!this.watchedForIdleness && this.room.isIdle()) {
            this.watchedForIdleness = true;
            this.wiring.timer().at(now + IDLE_MICROS, this::retireIfIdle);
        }
    }

    private void wakeUp() {
        decide(null, (now, effects) -> {
            this.wakeUpAt = Instants.FOR_EVER;
            return true;
        });
        pump(null);
    }

    /** A key that nobody uses goes once the store has forgotten its bucket. One that is in use is watched again later. */
    private void retireIfIdle() {
        boolean gone = decide(null, (now, effects) -> {
            if (!this.room.isIdle() || this.retired) {
                this.watchedForIdleness = false;
                return false;
            }
            OptionalLong again = this.wiring.store().forget(this.bucket);
            this.retired = again.isEmpty();
            again.ifPresent(at -> this.wiring.timer().at(Math.max(at, now + IDLE_MICROS), this::retireIfIdle));
            return this.retired;
        });
        if (gone) {
            this.whenRetired.accept(this);
        }
    }

    void giveBack(GatePermit permit) {
        decide(null, (now, effects) -> {
            this.room.takeBack(permit);
            return true;
        });
        pump(null);
    }

    void release() {
        decide(null, (now, effects) -> {
            this.room.release();
            return true;
        });
        if (this.contour.concurrency() != Contour.UNLIMITED_CONCURRENCY) {
            pump(null);
        }
    }

    void refused(GatePermit permit, Refusal refusal) {
        this.pauseDesk.refused(permit.grantedAt, refusal);
    }

    void succeeded(GatePermit permit) {
        this.pauseDesk.succeeded(permit.grantedAt);
    }

    /** Whether it was news to this process. */
    boolean learn(Scope scope, Pause pause) {
        boolean news = decide(null, (now, effects) -> this.room.learn(scope, pause, now, effects));
        if (news) {
            pump(null);
        }
        return news;
    }

    /** The pause whose row a success of a request sent at that instant ends; {@code null} where there is none. */
    @Nullable
    Pause endRow(Scope scope, long sentAt) {
        return this.<@Nullable Pause>decide(null, (now, effects) -> {
            Pause pause = this.room.pauses().of(scope);
            if (pause.row() == 0 || sentAt < pause.until()) {
                return null;
            }
            this.room.pauses().endRow(scope);
            return pause;
        });
    }

    void close() {
        decide(null, (now, effects) -> {
            this.wakeUp.cancel();
            this.room.close(now, effects);
            return true;
        });
    }

    /** Decides under the lock, and does outside it what was decided. */
    private <T extends @Nullable Object> T decide(@Nullable Waiter own, Decision<T> decision) {
        Effects effects = new Effects(this, this.wiring, own);
        T answer;
        this.lock.lock();
        try {
            answer = decision.decide(this.wiring.now(), effects);
        } finally {
            this.lock.unlock();
        }
        effects.run();
        return answer;
    }

    @FunctionalInterface
    private interface Decision<T extends @Nullable Object> {
        T decide(long now, Effects effects);
    }
}
