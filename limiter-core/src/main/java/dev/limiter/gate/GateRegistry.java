package dev.limiter.gate;

import dev.limiter.Limiter;
import dev.limiter.LimiterListener;
import dev.limiter.LimiterRegistry;
import dev.limiter.StoreMode;
import dev.limiter.TooManyKeysException;
import dev.limiter.UnknownContourException;
import dev.limiter.bucket.BucketStore;
import dev.limiter.contour.Contour;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The registry of an application: one gate for each contour and key that is in use, all on one store and one timer
 * thread. Safe for use by many threads. Closing it does not close the store.
 *
 * <pre>{@code
 * BucketStore store = new InMemoryBucketStore();
 * Contour datacite = Contour.named("datacite").quota(Quota.parse("3000/5m")).build();
 * try (GateRegistry registry = GateRegistry.builder(store).contours(List.of(datacite)).build()) {
 *     Limiter limiter = registry.limiter("datacite");
 * }
 * }</pre>
 */
public final class GateRegistry implements LimiterRegistry {

    private final Map<String, Contour> contours;

    private final @Nullable KeyHash keyHash;

    private final Wiring wiring;

    private final StoreNews storeNews;

    private final HostWarmUp hostWarmUp;

    private final Backoffs backoffs;

    private volatile boolean closed;

    private GateRegistry(Map<String, Contour> contours, @Nullable KeyHash keyHash, Wiring wiring) {
        this.contours = contours;
        this.keyHash = keyHash;
        this.wiring = wiring;
        this.hostWarmUp = new HostWarmUp(wiring);
        this.backoffs = new Backoffs(wiring);
        this.storeNews = new StoreNews(contours, wiring);
        wiring.store().addListener(this.storeNews);
    }

    /** Starts a registry on a store, which stays the caller's. */
    public static Builder builder(BucketStore store) {
        return new Builder(store);
    }

    @Override
    public Limiter limiter(String contour, String key) {
        Contour named = contour(contour);
        return new GateLimiter(this, new Gates.Id(named, shown(named, key)));
    }

    /** What the rest of the limiter knows as the key. */
    private String shown(Contour contour, String key) {
        return (this.keyHash != null && contour.secretKeys()) ? this.keyHash.of(contour.name(), key) : key;
    }

    @Override
    public Set<String> contours() {
        return this.contours.keySet();
    }

    /**
     * The contour of that name.
     *
     * @throws UnknownContourException when there is none
     */
    public Contour contour(String name) {
        Contour contour = this.contours.get(name);
        if (contour == null) {
            throw new UnknownContourException(name, this.contours.keySet());
        }
        return contour;
    }

    /** Who lets the first request to a host go alone. */
    public HostWarmUp hostWarmUp() {
        return this.hostWarmUp;
    }

    /** Runs what callers have hung on the futures that they were given, where they had to wait. */
    public Executor completions() {
        return this.wiring.completions();
    }

    /** Where calls wait that will be repeated. */
    public Backoffs backoffs() {
        return this.backoffs;
    }

    /**
     * How the contour gets its permits at the moment.
     *
     * @throws UnknownContourException when there is none of that name
     */
    public StoreMode storeMode(String contour) {
        return this.storeNews.mode(contour(contour));
    }

    /**
     * Whether processes with different limits for this contour shared its store within the last minute.
     *
     * @throws UnknownContourException when there is none of that name
     */
    public boolean limitsDiffer(String contour) {
        return this.storeNews.limitsDiffer(contour(contour));
    }

    /**
     * How busy the contour is in this process. Costs a moment for each key that is in use.
     *
     * @throws UnknownContourException when there is none of that name
     */
    public ContourLoad load(String contour) {
        return ContourLoad.of(this.wiring.gates().ofContour(contour(contour).name()), this.wiring.now());
    }

    /** How many contour keys are in use. */
    public int size() {
        return this.wiring.gates().size();
    }

    /**
     * The gate of a contour and key.
     *
     * @throws TooManyKeysException when the contour may have no more
     */
    Gate gate(Gates.Id id) {
        Gates gates = this.wiring.gates();
        Gate gate = gates.getOrMake(id, absent -> new Gate(id.contour(), id.key(), this.wiring, gates::remove).open());
        if (this.closed) {
            gate.close();
            gates.remove(gate);
        }
        return gate;
    }

    void denied(TooManyKeysException denial) {
        this.wiring.listener().denied(denial.contour(), Duration.ZERO, denial);
    }

    @Override
    public void close() {
        this.closed = true;
        this.wiring.store().removeListener(this.storeNews);
        this.wiring.gates().all().forEach(Gate::close);
        this.hostWarmUp.close();
        this.backoffs.close();
        this.wiring.timer().close();
    }

    /** Makes a {@link GateRegistry}. Not safe for use by several threads at once. */
    public static final class Builder {

        private final BucketStore store;

        private final Map<String, Contour> contours = new LinkedHashMap<>();

        private final List<LimiterListener> listeners = new ArrayList<>();

        private @Nullable KeyHash keyHash;

        private Executor completions = ForkJoinPool.commonPool();

        private LongUnaryOperator random = bound -> ThreadLocalRandom.current().nextLong(bound);

        private @Nullable Timer timer;

        private Builder(BucketStore store) {
            this.store = store;
        }

        /**
         * Adds contours.
         *
         * @throws IllegalArgumentException when two have the same name
         */
        public Builder contours(Collection<Contour> added) {
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
        public Builder keySecret(String value) {
            this.keyHash = new KeyHash(value);
            return this;
        }

        /** Adds one who is told what happens. Default: nobody. */
        public Builder listener(LimiterListener added) {
            this.listeners.add(added);
            return this;
        }

        /**
         * Runs what callers have hung on the futures that they were given, where they had to wait. Default: the common
         * pool.
         */
        public Builder completions(Executor value) {
            this.completions = value;
            return this;
        }

        Builder random(LongUnaryOperator value) {
            this.random = value;
            return this;
        }

        Builder timer(Timer value) {
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
            LimiterListener listener = LimiterListener.all(() -> told);
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
                    gates,
                    new UnwrittenPauses(guarded, onStoreTime, gates));
            return new GateRegistry(
                    Collections.unmodifiableMap(new LinkedHashMap<>(this.contours)), this.keyHash, wiring);
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
}
