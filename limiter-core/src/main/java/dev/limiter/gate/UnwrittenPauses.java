package dev.limiter.gate;

import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.PauseAsk;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The pauses that the store would not take: each holds in this process, and is written when the store is back. Safe for
 * use by many threads.
 */
final class UnwrittenPauses {

    /** When a pause is written that a store did not take, though it does not say that it is away. */
    private static final long AGAIN_MICROS = 100_000;

    private final GuardedStore store;

    private final Timer timer;

    private final Gates gates;

    private final ConcurrentMap<Place, Unwritten> held = new ConcurrentHashMap<>();

    /** Where one is on its way to the store; completed when that has answered. */
    private final ConcurrentMap<Place, CompletableFuture<Void>> writing = new ConcurrentHashMap<>();

    /** Where a pause holds: for one key, or for all where that is {@code null}. */
    private record Place(String contour, @Nullable String key) {

        static Place of(Scope scope, Bucket bucket) {
            return new Place(bucket.contour(), (scope == Scope.CONTOUR) ? null : bucket.key());
        }
    }

    /** One of them; equal to none but itself. */
    private static final class Unwritten {

        private final Gate gate;

        private final PauseAsk ask;

        private final long until;

        private final String cause;

        private Timer.Alarm alarm = Timer.Alarm.NONE;

        Unwritten(Gate gate, PauseAsk ask, long until, String cause) {
            this.gate = gate;
            this.ask = ask;
            this.until = until;
            this.cause = cause;
        }

        Place place() {
            return Place.of(this.ask.scope(), this.gate.bucket());
        }

        /** The same pause, to be written now. */
        PauseAsk askAt(long now) {
            return new PauseAsk(
                    this.ask.scope(), this.ask.sentAt(), Instants.between(now, this.until), 0, this.ask.byHand());
        }
    }

    UnwrittenPauses(GuardedStore store, Timer timer, Gates gates) {
        this.store = store;
        this.timer = timer;
        this.gates = gates;
    }

    /**
     * Holds a pause. Of several in one place the longest counts.
     *
     * @param until its end
     * @param cause a short text
     * @return whether it is longer than what was held there
     */
    boolean hold(Gate gate, PauseAsk ask, long until, String cause) {
        Unwritten pause = new Unwritten(gate, ask, until, cause);
        Unwritten longest =
                this.held.merge(pause.place(), pause, (before, now) -> (now.until > before.until) ? now : before);
        if (longest != pause) {
            return false;
        }
        tellGates(pause);
        writeLater(pause);
        return true;
    }

    /** One of them. */
    record Held(long until, String cause) {}

    /** The one that holds for this bucket in that scope; {@code null} where none does. */
    @Nullable
    Held held(Scope scope, Bucket bucket) {
        Unwritten pause = this.held.get(Place.of(scope, bucket));
        return (pause != null) ? new Held(pause.until, pause.cause) : null;
    }

    /** Until when one holds for this bucket; long ago where none does. */
    long until(Bucket bucket) {
        return this.held.isEmpty()
                ? Instants.LONG_AGO
                : Math.max(until(Scope.KEY, bucket), until(Scope.CONTOUR, bucket));
    }

    private long until(Scope scope, Bucket bucket) {
        Held pause = held(scope, bucket);
        return (pause != null) ? pause.until() : Instants.LONG_AGO;
    }

    /** The store is back. */
    void write(String contour) {
        this.held.values().stream()
                .filter(pause -> pause.gate.contour().name().equals(contour))
                .forEach(this::write);
    }

    private void write(Unwritten pause) {
        long now = this.store.ticker().micros();
        if (pause.until <= now) {
            if (remove(pause)) {
                pause.gate.pauseDesk().overUnwritten();
            }
        } else if (beginWriting(pause)) {
            CompletionStage<Pause> writing = this.store.pause(pause.gate.bucket(), pause.askAt(now));
            writing.whenComplete((written, failure) -> {
                if (failure == null) {
                    pause.gate.pauseDesk().written(pause.ask.scope(), written, pause.cause);
                    gatesOf(pause).forEach(gate -> gate.learn(pause.ask.scope(), written));
                    remove(pause);
                }
                endWriting(pause.place());
            });
        }
    }

    /** One at a time in each place, and none that was ended meanwhile. */
    private synchronized boolean beginWriting(Unwritten pause) {
        return this.held.get(pause.place()) == pause
                && this.writing.putIfAbsent(pause.place(), new CompletableFuture<>()) == null;
    }

    private void endWriting(Place place) {
        CompletableFuture<Void> ended = this.writing.remove(place);
        if (ended != null) {
            ended.complete(null);
        }
        Unwritten left = this.held.get(place);
        if (left != null) {
            writeLater(left);
        }
    }

    /** A store that is away will be told of when it is back; what is over before that is forgotten. */
    private void writeLater(Unwritten pause) {
        boolean reachable = this.store.isReachable(pause.gate.contour().name());
        long at = reachable ? this.store.ticker().micros() + AGAIN_MICROS : pause.until;
        synchronized (this) {
            pause.alarm.cancel();
            pause.alarm = this.timer.at(at, () -> write(pause));
        }
    }

    private boolean remove(Unwritten pause) {
        boolean removed = this.held.remove(pause.place(), pause);
        if (removed) {
            tellGates(pause);
        }
        return removed;
    }

    /**
     * They were ended by hand. Completes when none is on its way to the store any more: what ends them there must come
     * after it.
     */
    CompletableFuture<Void> end(Gate gate) {
        return CompletableFuture.allOf(end(gate, Scope.KEY), end(gate, Scope.CONTOUR));
    }

    private CompletableFuture<Void> end(Gate gate, Scope scope) {
        Place place = Place.of(scope, gate.bucket());
        Unwritten pause;
        CompletableFuture<Void> underWay;
        synchronized (this) {
            pause = this.held.remove(place);
            underWay = this.writing.getOrDefault(place, CompletableFuture.completedFuture(null));
        }
        if (pause != null) {
            tellGates(pause);
        }
        return underWay;
    }

    private void tellGates(Unwritten pause) {
        gatesOf(pause).forEach(Gate::hold);
    }

    private List<Gate> gatesOf(Unwritten pause) {
        return this.gates.in(
                pause.ask.scope(), pause.gate.contour(), pause.gate.bucket().key());
    }
}
