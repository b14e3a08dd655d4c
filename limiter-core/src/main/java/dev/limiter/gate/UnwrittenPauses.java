package dev.limiter.gate;

import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.PauseAsk;
import dev.limiter.contour.Contour;
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

    /** Where a pause holds: for one key, or for all where that is {@code null}. */
    private record Place(String contour, @Nullable String key) {

        static Place of(Scope scope, Bucket bucket) {
            return new Place(bucket.contour(), (scope == Scope.CONTOUR) ? null : bucket.key());
        }
    }

    private record Unwritten(Contour contour, Bucket bucket, PauseAsk ask, long until) {

        Place place() {
            return Place.of(this.ask.scope(), this.bucket);
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
     * @return whether it is longer than what was held there
     */
    boolean hold(Gate gate, PauseAsk ask, long until) {
        Unwritten pause = new Unwritten(gate.contour(), gate.bucket(), ask, until);
        Unwritten longest =
                this.held.merge(pause.place(), pause, (before, now) -> (now.until() > before.until()) ? now : before);
        if (!longest.equals(pause)) {
            return false;
        }
        tellGates(pause);
        writeLater(pause);
        return true;
    }

    /** Until when one holds for this bucket; long ago where none does. */
    long until(Bucket bucket) {
        return this.held.isEmpty()
                ? Instants.LONG_AGO
                : Math.max(until(Scope.KEY, bucket), until(Scope.CONTOUR, bucket));
    }

    private long until(Scope scope, Bucket bucket) {
        Unwritten pause = this.held.get(Place.of(scope, bucket));
        return (pause != null) ? pause.until() : Instants.LONG_AGO;
    }

    /** The store is back. */
    void write(String contour) {
        this.held.values().stream()
                .filter(pause -> pause.contour().name().equals(contour))
                .forEach(this::write);
    }

    private void write(Unwritten pause) {
        long now = this.store.ticker().micros();
        if (pause.until() <= now) {
            remove(pause);
        } else if (pause.equals(this.held.get(pause.place()))) {
            PauseAsk left = new PauseAsk(
                    pause.ask().scope(),
                    pause.ask().sentAt(),
                    Instants.between(now, pause.until()),
                    0,
                    pause.ask().byHand());
            CompletionStage<Pause> writing = this.store.pause(pause.bucket(), left);
            writing.whenComplete((written, failure) -> {
                if (failure == null) {
                    this.gates
                            .in(left.scope(), pause.contour(), pause.bucket().key())
                            .forEach(gate -> gate.learn(left.scope(), written));
                    remove(pause);
                } else {
                    writeLater(pause);
                }
            });
        }
    }

    /** A store that is away will be told of when it is back. */
    private void writeLater(Unwritten pause) {
        if (this.store.isReachable(pause.contour().name())) {
            this.timer.at(this.store.ticker().micros() + AGAIN_MICROS, () -> write(pause));
        }
    }

    private void remove(Unwritten pause) {
        if (this.held.remove(pause.place(), pause)) {
            tellGates(pause);
        }
    }

    /** They were ended by hand. */
    void end(Gate gate) {
        for (Scope scope : new Scope[] {Scope.KEY, Scope.CONTOUR}) {
            Unwritten pause = this.held.get(Place.of(scope, gate.bucket()));
            if (pause != null) {
                remove(pause);
            }
        }
    }

    private void tellGates(Unwritten pause) {
        this.gates
                .in(pause.ask().scope(), pause.contour(), pause.bucket().key())
                .forEach(Gate::hold);
    }
}
