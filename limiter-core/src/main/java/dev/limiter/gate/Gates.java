package dev.limiter.gate;

import dev.limiter.Refusal.Scope;
import dev.limiter.TooManyKeysException;
import dev.limiter.bucket.Ticker;
import dev.limiter.contour.Contour;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The gates that exist: one for each contour and key in use, within {@code max-keys}. Safe for use by many threads. */
final class Gates {

    private final ConcurrentMap<Id, Gate> gates = new ConcurrentHashMap<>();

    private final ConcurrentMap<String, KeysInUse> keys = new ConcurrentHashMap<>();

    private final Ticker ticker;

    Gates(Ticker ticker) {
        this.ticker = ticker;
    }

    /** A contour is meant by its name. */
    record Id(Contour contour, String key) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Id that
                    && this.contour.name().equals(that.contour.name())
                    && this.key.equals(that.key);
        }

        @Override
        public int hashCode() {
            return 31 * this.contour.name().hashCode() + this.key.hashCode();
        }
    }

    /**
     * The gate of a key, new where it has none.
     *
     * @throws TooManyKeysException when it has none, and the contour may have no more
     */
    Gate getOrMake(Id id, Function<Id, Gate> maker) {
        Gate known = this.gates.get(id);
        if (known != null) {
            return known;
        }
        Gate made;
        try {
            made = this.gates.computeIfAbsent(id, absent -> count(absent, maker));
        } finally {
            keysOf(id.contour()).warn(this.ticker.micros());
        }
        // Whoever told all gates of a pause while this one was being made did not see it.
        made.hold();
        return made;
    }

    @Nullable
    Gate get(Id id) {
        return this.gates.get(id);
    }

    private Gate count(Id id, Function<Id, Gate> maker) {
        if (id.key().isEmpty()) {
            return maker.apply(id);
        }
        KeysInUse counted = keysOf(id.contour());
        counted.enter();
        try {
            return maker.apply(id);
        } catch (RuntimeException | Error ex) {
            counted.leave();
            throw ex;
        }
    }

    private KeysInUse keysOf(Contour contour) {
        return this.keys.computeIfAbsent(contour.name(), name -> new KeysInUse(contour));
    }

    void remove(Gate gate) {
        Id id = new Id(gate.contour(), gate.bucket().key());
        if (this.gates.remove(id, gate) && !id.key().isEmpty()) {
            keysOf(gate.contour()).leave();
        }
    }

    /** Those that a scope means, seen from one contour and key. */
    List<Gate> in(Scope scope, Contour contour, String key) {
        if (scope == Scope.CONTOUR) {
            return ofContour(contour.name());
        }
        Gate gate = this.gates.get(new Id(contour, key));
        return (gate != null) ? List.of(gate) : List.of();
    }

    List<Gate> ofContour(String name) {
        return this.gates.values().stream()
                .filter(gate -> gate.contour().name().equals(name))
                .toList();
    }

    Collection<Gate> all() {
        return this.gates.values();
    }

    int size() {
        return this.gates.size();
    }
}
