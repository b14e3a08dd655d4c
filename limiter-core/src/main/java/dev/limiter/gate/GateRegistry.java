package dev.limiter.gate;

import dev.limiter.Limiter;
import dev.limiter.LimiterRegistry;
import dev.limiter.Refusal.Scope;
import dev.limiter.StoreMode;
import dev.limiter.TooManyKeysException;
import dev.limiter.UnknownContourException;
import dev.limiter.bucket.BucketStore;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Limit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
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

    GateRegistry(Map<String, Contour> contours, @Nullable KeyHash keyHash, Wiring wiring) {
        this.contours = contours;
        this.keyHash = keyHash;
        this.wiring = wiring;
        this.hostWarmUp = new HostWarmUp(wiring);
        this.backoffs = new Backoffs(wiring);
        this.storeNews = new StoreNews(contours, wiring);
        wiring.store().addListener(this.storeNews);
        contours.keySet().forEach(wiring.store()::followLimits);
    }

    /** Starts a registry on a store, which stays the caller's. */
    public static GateRegistryBuilder builder(BucketStore store) {
        return new GateRegistryBuilder(store);
    }

    @Override
    public Limiter limiter(String contour, String key) {
        Contour named = contour(contour);
        return limiter(new Gates.Id(named, shown(named, key)));
    }

    /**
     * The limiter of a key that was seen in use.
     *
     * @throws UnknownContourException when no contour has this name
     */
    public Limiter limiter(String contour, KeyState seen) {
        return limiter(new Gates.Id(contour(contour), seen.key()));
    }

    private Limiter limiter(Gates.Id id) {
        GateLimiter limiter = new GateLimiter(this, id);
        return id.contour().isObserved() ? new ObservingLimiter(limiter, this.wiring.listener()) : limiter;
    }

    @Override
    public CompletableFuture<Void> pause(String contour, Duration length, String cause) {
        return new GateLimiter(this, new Gates.Id(contour(contour), "")).pause(Scope.CONTOUR, length, cause);
    }

    @Override
    public CompletableFuture<Void> resume(String contour) {
        return limiter(contour).resume();
    }

    /**
     * Changes the limits of a contour while it runs, for all its keys and in all processes that share the store, until
     * {@link #resetLimits}, or until nobody has used the contour for seven days. What was spent stays spent; slots that
     * were booked stay. What the contour does while its store is away stays as it is configured.
     *
     * @param limits one at least; their arrival jitter is theirs
     * @return completes when the store has the change and it holds in this process, in the others about a second later; or
     *     exceptionally with the store's error: then whether it was taken is not known
     * @throws UnknownContourException when no contour has this name
     * @throws IllegalArgumentException when there are no limits, or more than {@link Contour#MOST_LIMITS}
     */
    public CompletableFuture<Void> changeLimits(String contour, List<Limit> limits) {
        if (limits.size() > Contour.MOST_LIMITS) {
            throw new IllegalArgumentException("contour '%s' can have %d limits at most, not %d"
                    .formatted(contour, Contour.MOST_LIMITS, limits.size()));
        }
        if (limits.isEmpty()) {
            throw new IllegalArgumentException(
                    "contour '%s' needs a limit; resetLimits brings back those that are configured".formatted(contour));
        }
        return putLimits(contour(contour), limits);
    }

    /**
     * The configured limits hold again, in all processes. What was changed before does not come back, whoever knows it still.
     *
     * @return as of {@link #changeLimits}
     * @throws UnknownContourException when no contour has this name
     */
    public CompletableFuture<Void> resetLimits(String contour) {
        return putLimits(contour(contour), List.of());
    }

    private CompletableFuture<Void> putLimits(Contour contour, List<Limit> limits) {
        return this.wiring
                .store()
                .changeLimits(contour.name(), limits)
                .thenAccept(change -> this.storeNews.limitsChanged(contour.name(), change));
    }

    /**
     * The limits that hold now.
     *
     * @throws UnknownContourException when no contour has this name
     */
    public List<Limit> limits(String contour) {
        return this.wiring.limitsOf(contour(contour)).limits();
    }

    /**
     * Whether the limits that hold were put in the place of the configured ones.
     *
     * @throws UnknownContourException when no contour has this name
     */
    public boolean areLimitsChanged(String contour) {
        return this.wiring.limitsOf(contour(contour)).areChanged();
    }

    /** What the rest of the limiter knows as the key. */
    String shown(Contour contour, String key) {
        return (this.keyHash != null && contour.secretKeys()) ? this.keyHash.of(contour.name(), key) : key;
    }

    @Override
    public Set<String> contours() {
        return this.contours.keySet();
    }

    /**
     * The contour of that name, as it is configured.
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

    /** What this process knows of its contours and keys, for people who look. */
    public Overview overview() {
        return new Overview(this, this.wiring, new KeyIds(this.keyHash));
    }

    /**
     * How many callers of the contour wait for something to come with time: their slot, the end of a pause, their repeat.
     * Whoever the store is being asked for may be served at any moment, and does not count.
     *
     * @throws UnknownContourException when there is none of that name
     */
    public int waitingForTime(String contour) {
        int waiting = this.backoffs.waiting(contour(contour).name());
        for (Gate gate : this.wiring.gates().ofContour(contour)) {
            GateLoad load = gate.load();
            waiting += load.asking() ? 0 : load.waiting();
        }
        return waiting;
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

    /** The gate that a contour and key have; {@code null} where they have none. */
    @Nullable
    Gate knownGate(Gates.Id id) {
        return this.wiring.gates().get(id);
    }

    void denied(Contour contour, TooManyKeysException denial) {
        new WaitNews(contour, this.wiring.listener()).denied(Duration.ZERO, denial);
    }

    long now() {
        return this.wiring.now();
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
}
