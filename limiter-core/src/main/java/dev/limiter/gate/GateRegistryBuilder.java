package dev.limiter.gate;

import dev.limiter.LimiterListener;
import dev.limiter.bucket.BucketStore;
import dev.limiter.contour.Contour;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes a {@link GateRegistry}. Not safe for use by several threads at once. */
public final class GateRegistryBuilder {

    private static final LimiterListener NOBODY = new LimiterListener() {};

    private final BucketStore store;

    private final Map<String, Contour> contours = new LinkedHashMap<>();

    private final List<LimiterListener> listeners = new ArrayList<>();

    private @Nullable KeyHash keyHash;

    private Executor completions = ForkJoinPool.commonPool();

    private LongUnaryOperator random = bound -> ThreadLocalRandom.current().nextLong(bound);

    private @Nullable Timer timer;

    GateRegistryBuilder(BucketStore store) {
        this.store = store;
    }

    /**
     * Adds contours.
     *
     * @throws IllegalArgumentException when two have the same name
     */
    public GateRegistryBuilder contours(Collection<Contour> added) {
        for (Contour contour : added) {
            if (this.contours.put(contour.name(), contour) != null) {
                throw new IllegalArgumentException("contour '%s' is there twice".formatted(contour.name()));
            }
        }
        return this;
    }

    /**
     * What keys are hashed with where they are credentials, see {@link Contour#secretKeys()}. The same in all
     * processes that share a store: with another one they have other buckets.
     *
     * @throws IllegalArgumentException when it has fewer than 16 characters
     */
    public GateRegistryBuilder keySecret(String value) {
        this.keyHash = new KeyHash(value);
        return this;
    }

    /** Adds one who is told what happens. Default: nobody. */
    public GateRegistryBuilder listener(LimiterListener added) {
        this.listeners.add(added);
        return this;
    }

    /**
     * Runs what callers have hung on the futures that they were given, where they had to wait. Default: the common
     * pool.
     */
    public GateRegistryBuilder completions(Executor value) {
        this.completions = value;
        return this;
    }

    GateRegistryBuilder random(LongUnaryOperator value) {
        this.random = value;
        return this;
    }

    /**
     * Runs what is to happen later, in the time of the store's clock; for tests, where that does not go by itself. Closed
     * with the registry. Default: a thread of the registry's own.
     */
    public GateRegistryBuilder timer(Timer value) {
        this.timer = value;
        return this;
    }

    /**
     * The registry.
     *
     * @throws IllegalArgumentException when a contour's keys are credentials, and there is no key secret
     */
    public GateRegistry build() {
        refuseBareSecrets();
        List<LimiterListener> told = List.copyOf(this.listeners);
        LimiterListener listener = told.isEmpty() ? NOBODY : LimiterListener.all(() -> told);
        GuardedStore guarded = new GuardedStore(this.store, listener);
        Timer onStoreTime = (this.timer != null) ? this.timer : new SystemTimer(this.store.ticker());
        Gates gates = new Gates(guarded.ticker());
        Wiring wiring = new Wiring(
                guarded,
                onStoreTime,
                this.completions,
                listener,
                this.random,
                new ConcurrentHashMap<>(),
                new ConcurrentHashMap<>(),
                gates,
                new UnwrittenPauses(guarded, onStoreTime, gates));
        return new GateRegistry(Collections.unmodifiableMap(new LinkedHashMap<>(this.contours)), this.keyHash, wiring);
    }

    private void refuseBareSecrets() {
        for (Contour contour : this.contours.values()) {
            if (contour.secretKeys() && this.keyHash == null) {
                throw new IllegalArgumentException(
                        "contour '%s' has secret-keys, which need a key secret".formatted(contour.name()));
            }
        }
    }
}
