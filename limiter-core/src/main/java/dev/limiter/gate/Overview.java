package dev.limiter.gate;

import dev.limiter.Refusal.Scope;
import dev.limiter.UnknownContourException;
import dev.limiter.bucket.Pause;
import dev.limiter.contour.Contour;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a process knows of its contours and keys, for people who look. Asks no store. Each key is read under its gate's
 * lock, for a moment, and one after the other: sums over keys are no single instant's. Safe for use by many threads.
 *
 * <p>All methods throw an {@link UnknownContourException} for a contour that is not configured.
 */
public final class Overview {

    private final GateRegistry registry;

    private final Wiring wiring;

    private final KeyIds ids;

    Overview(GateRegistry registry, Wiring wiring, KeyIds ids) {
        this.registry = registry;
        this.wiring = wiring;
        this.ids = ids;
    }

    /** A contour with all its keys. Takes a moment for each key in use. */
    public ContourState contour(String name) {
        List<Gate> gates = gates(name);
        int pausedKeys = 0;
        PauseState pause = null;
        for (Gate gate : gates) {
            GateLoad load = gate.load();
            PauseState own = pause(gate, load, Scope.KEY);
            boolean keyed = !gate.bucket().key().isEmpty();
            pausedKeys += (keyed && own != null) ? 1 : 0;
            pause = later(pause, later(pause(gate, load, Scope.CONTOUR), keyed ? null : own));
        }
        return new ContourState(ContourLoad.of(gates, this.wiring.now()), pausedKeys, pause);
    }

    /**
     * One key; empty where this process does not use it.
     *
     * @param key as a caller says it, a credential where the contour has such; empty for the contour's only one
     */
    public Optional<KeyState> key(String contour, String key) {
        Contour named = this.registry.contour(contour);
        return this.wiring.gates().in(Scope.KEY, named, this.registry.shown(named, key)).stream()
                .findFirst()
                .map(this::state);
    }

    /** The key in use that has this id. */
    public Optional<KeyState> keyOfId(String contour, String id) {
        return keyed(contour)
                .filter(gate -> this.ids.of(gate.contour(), gate.bucket().key()).equals(id))
                .findFirst()
                .map(this::state);
    }

    /**
     * A page of the keys in use, in their order. The empty key is on none.
     *
     * @param skip how many come before it
     * @param most how many are on it
     */
    public List<KeyState> keys(String contour, int skip, int most) {
        return keyed(contour)
                .sorted(Comparator.comparing(gate -> gate.bucket().key()))
                .skip(skip)
                .limit(most)
                .map(this::state)
                .toList();
    }

    private Stream<Gate> keyed(String contour) {
        return gates(contour).stream().filter(gate -> !gate.bucket().key().isEmpty());
    }

    private List<Gate> gates(String contour) {
        return this.wiring.gates().ofContour(this.registry.contour(contour).name());
    }

    private KeyState state(Gate gate) {
        GateLoad load = gate.load();
        String key = gate.bucket().key();
        return new KeyState(
                this.ids.of(gate.contour(), key),
                key,
                load.permitsLeft(),
                later(pause(gate, load, Scope.KEY), pause(gate, load, Scope.CONTOUR)),
                load.waiting(),
                load.inFlight());
    }

    private @Nullable PauseState pause(Gate gate, GateLoad load, Scope scope) {
        long now = this.wiring.now();
        Pause pause = (scope == Scope.CONTOUR) ? load.ofContour() : load.ofKey();
        PauseState written = pause.holdsAt(now)
                ? new PauseState(
                        scope,
                        Instants.between(now, pause.until()),
                        pause.row(),
                        gate.pauseDesk().causeOf(scope, pause),
                        true)
                : null;
        UnwrittenPauses.Held held = this.wiring.unwritten().held(scope, gate.bucket());
        PauseState unwritten = (held != null && now < held.until())
                ? new PauseState(scope, Instants.between(now, held.until()), pause.row(), held.cause(), false)
                : null;
        return later(written, unwritten);
    }

    private static @Nullable PauseState later(@Nullable PauseState one, @Nullable PauseState other) {
        if (one == null || other == null) {
            return (one != null) ? one : other;
        }
        return (other.left().compareTo(one.left()) > 0) ? other : one;
    }
}
