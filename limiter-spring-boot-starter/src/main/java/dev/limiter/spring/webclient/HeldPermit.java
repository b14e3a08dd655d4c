package dev.limiter.spring.webclient;

import dev.limiter.Permit;
import dev.limiter.Refusal;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;

/*
 *            acquire            granted          send              answered
 *   EMPTY ───────────► WAITING ────────► GRANTED ─────► SENT ───────────────► ANSWERED
 *                         ▲                 │ renew       │ again
 *                         └─────────────────┴─────────────┘
 *
 * end() leads from everywhere to ENDED: a permit that is GRANTED is given back, one that was sent is closed. A grant
 * that comes after the end is given back, and nothing is sent after the end.
 */

/**
 * The permit of one attempt, from the wait for it to the end of the answer's body. Whatever ends the attempt, and on
 * whichever thread: every permit is sent, or given back, exactly once.
 */
final class HeldPermit {

    private enum Stage {
        EMPTY,
        WAITING,
        GRANTED,
        SENT,
        ANSWERED,
        ENDED
    }

    /** What is to be done before the request is written. */
    enum Clearance {
        SEND,
        /** The permit at hand is for another request, or too old: another one is needed. */
        ACQUIRE,
        /** Too late. */
        ENDED
    }

    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.EMPTY);

    private volatile @Nullable Permit permit;

    private volatile @Nullable CompletableFuture<Permit> pending;

    /** What becomes of the permit before, when the next one has been asked for. */
    private final AtomicReference<@Nullable Runnable> old = new AtomicReference<>();

    private volatile long grantedAt;

    private volatile boolean everSent;

    /** Waits without a thread, and not at all where the permit is there. Cancelled by {@link #end()}. */
    Mono<Void> acquire(CompletableFuture<Permit> future) {
        this.stage.compareAndSet(Stage.EMPTY, Stage.WAITING);
        this.pending = future;
        releaseOld();
        if (isEnded()) {
            future.cancel(false);
        }
        if (future.isDone()) {
            Throwable problem = settle(future);
            return (problem == null) ? Mono.empty() : Mono.error(problem);
        }
        // The limiter's own threads must not run what the application does next.
        return Mono.<Void>create(sink -> settleLater(future, sink)).publishOn(Schedulers.parallel());
    }

    /** Nothing is to be paid for the request. */
    void acquireNothing() {
        releaseOld();
        granted(null);
    }

    private void settleLater(CompletionStage<Permit> stage, MonoSink<Void> sink) {
        stage.whenComplete((permit, failure) -> {
            Throwable problem = settle(stage.toCompletableFuture());
            if (problem == null) {
                sink.success();
            } else if (!isEnded()) {
                // After the end nobody listens, and an error would be logged as dropped.
                sink.error(problem);
            }
        });
    }

    private @Nullable Throwable settle(CompletableFuture<Permit> done) {
        try {
            return granted(done.join()) ? null : tooLate();
        } catch (CompletionException ex) {
            return (ex.getCause() != null) ? ex.getCause() : ex;
        } catch (CancellationException ex) {
            return ex;
        }
    }

    /** A permit is there; {@code false} where the attempt has ended, and the permit was given back. */
    boolean granted(@Nullable Permit granted) {
        this.stage.compareAndSet(Stage.EMPTY, Stage.WAITING);
        this.permit = granted;
        // It is waited for no more: the end must not find it when another one is.
        this.pending = null;
        this.grantedAt = System.nanoTime();
        if (this.stage.compareAndSet(Stage.WAITING, Stage.GRANTED)) {
            return true;
        }
        if (granted != null) {
            granted.giveBack();
        }
        return false;
    }

    /** Whether the request may be written, and has not been. */
    boolean isThere() {
        return this.stage.get() == Stage.GRANTED;
    }

    /** Whether a pause has begun since the permit was granted. */
    boolean isVoid() {
        Permit held = this.permit;
        return held != null && held.isVoid();
    }

    /** When the permit was granted, on the clock of {@link System#nanoTime()}. */
    long grantedAt() {
        return this.grantedAt;
    }

    /**
     * The request is about to be written, for the first time or again. Where another permit is needed, the old one stays
     * until that has been asked for: whoever stands in the queue by then gets the place that it frees.
     *
     * @param fresh whether a permit that has not been used may still be
     */
    Clearance send(boolean fresh) {
        Permit held = this.permit;
        if (fresh && this.stage.compareAndSet(Stage.GRANTED, Stage.SENT)) {
            this.everSent = true;
            return Clearance.SEND;
        }
        if (this.stage.compareAndSet(Stage.GRANTED, Stage.WAITING)) {
            replaceLater((held != null) ? held::giveBack : () -> {});
            return Clearance.ACQUIRE;
        }
        if (this.stage.compareAndSet(Stage.SENT, Stage.WAITING)) {
            replaceLater((held != null) ? held::close : () -> {});
            return Clearance.ACQUIRE;
        }
        return Clearance.ENDED;
    }

    private void replaceLater(Runnable release) {
        this.old.set(release);
        if (isEnded()) {
            releaseOld();
        }
    }

    private void releaseOld() {
        Runnable release = this.old.getAndSet(null);
        if (release != null) {
            release.run();
        }
    }

    /** Whether any part of a request may have left. */
    boolean everSent() {
        return this.everSent;
    }

    /** The server has answered. */
    void answered() {
        if (!this.stage.compareAndSet(Stage.SENT, Stage.ANSWERED)) {
            this.stage.compareAndSet(Stage.GRANTED, Stage.ANSWERED);
        }
    }

    void succeeded() {
        Permit held = this.permit;
        if (held != null) {
            held.succeeded();
        }
    }

    void refused(Refusal refusal) {
        Permit held = this.permit;
        if (held != null) {
            held.refused(refusal);
        }
    }

    boolean isEnded() {
        return this.stage.get() == Stage.ENDED;
    }

    /** The attempt is over, for whatever reason. Does nothing the second time. */
    void end() {
        Stage before = this.stage.getAndSet(Stage.ENDED);
        // Whoever sends may not have come to say so.
        this.everSent |= before == Stage.SENT || before == Stage.ANSWERED;
        releaseOld();
        Permit held = this.permit;
        CompletableFuture<Permit> future = this.pending;
        switch (before) {
            case WAITING -> {
                // One that came at the same moment finds the end, and goes back.
                if (future != null && !future.cancel(false)) {
                    settle(future);
                }
            }
            case GRANTED -> {
                if (held != null) {
                    held.giveBack();
                }
            }
            case SENT, ANSWERED -> {
                if (held != null) {
                    held.close();
                }
            }
            case EMPTY, ENDED -> {}
        }
    }

    static CancellationException tooLate() {
        return new CancellationException("the call ended before its request was sent");
    }
}
