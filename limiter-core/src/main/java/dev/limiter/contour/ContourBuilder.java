package dev.limiter.contour;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link Contour}. Defaults: headroom 20 % (none for a quota of one request), arrival jitter 20 ms (less for a
 * stated limit whose capacity leaves less room), a full starting balance, keys that are no secrets, max-keys 100,000,
 * max-wait 30 s, max-waiting 10,000, no concurrency cap, horizon 250 ms, {@link PausePolicy#DEFAULT},
 * {@link RetryPolicy#DEFAULT}, {@link IdempotencyKeys#DEFAULT}, {@link StoreFailurePolicy#REJECT}, operation-ttl 24 h, no
 * hosts, {@link Mode#ENFORCE}. Not safe for use by several threads at once.
 */
public final class ContourBuilder {

    private final String name;

    private final List<StatedLimit> stated = new ArrayList<>();

    private @Nullable Quota quota;

    private @Nullable Double headroom;

    private @Nullable Duration arrivalJitter;

    private StartingBalance startingBalance = StartingBalance.FULL;

    private boolean secretKeys;

    private int maxKeys = 100_000;

    private Duration maxWait = Duration.ofSeconds(30);

    private int maxWaiting = 10_000;

    private int concurrency = Contour.UNLIMITED_CONCURRENCY;

    private Duration horizon = Duration.ofMillis(250);

    private PausePolicy pause = PausePolicy.DEFAULT;

    private RetryPolicy retry = RetryPolicy.DEFAULT;

    private IdempotencyKeys idempotencyKeys = IdempotencyKeys.DEFAULT;

    private StoreFailurePolicy onStoreFailure = StoreFailurePolicy.REJECT;

    private Duration operationTtl = Duration.ofHours(24);

    private Set<String> hosts = Set.of();

    private Mode mode = Mode.ENFORCE;

    private record StatedLimit(Rate rate, @Nullable Long capacity) {}

    ContourBuilder(String name) {
        this.name = name;
    }

    /** What the API documents. The limit is derived from it, unless limits are stated too. */
    public ContourBuilder quota(Quota value) {
        this.quota = value;
        return this;
    }

    /** The share of the quota that is left for other clients of it, from 0 to below 1. */
    public ContourBuilder headroom(double value) {
        Quota.checkHeadroom(value);
        this.headroom = value;
        return this;
    }

    /** Adds a limit whose capacity follows from its rate, see {@link Limit#of(Rate)}. */
    public ContourBuilder limit(Rate rate) {
        this.stated.add(new StatedLimit(rate, null));
        return this;
    }

    /** Adds a limit with a stated capacity, see {@link Limit#of(Rate, long)}. */
    public ContourBuilder limit(Rate rate, long capacity) {
        this.stated.add(new StatedLimit(rate, capacity));
        return this;
    }

    /** How much later than sent a request may reach the server. */
    public ContourBuilder arrivalJitter(Duration value) {
        this.arrivalJitter = value;
        return this;
    }

    /** What a bucket holds when nobody has used it yet. */
    public ContourBuilder startingBalance(StartingBalance value) {
        this.startingBalance = value;
        return this;
    }

    /**
     * Whether its keys are credentials. Then they are hashed with {@code GateRegistryBuilder.keySecret} before they reach
     * a store, a log line or an exception.
     */
    public ContourBuilder secretKeys(boolean value) {
        this.secretKeys = value;
        return this;
    }

    /** How many keys may be in use at once in one process; a call with another one is denied. */
    public ContourBuilder maxKeys(int value) {
        this.maxKeys = value;
        return this;
    }

    /** The longest wait for each permit. */
    public ContourBuilder maxWait(Duration value) {
        this.maxWait = value;
        return this;
    }

    /** How many callers may wait in one process for each key. */
    public ContourBuilder maxWaiting(int value) {
        this.maxWaiting = value;
        return this;
    }

    /** How many requests may be in flight in one process for each key. */
    public ContourBuilder concurrency(int value) {
        this.concurrency = value;
        return this;
    }

    /** How far ahead a process books slots. */
    public ContourBuilder horizon(Duration value) {
        this.horizon = value;
        return this;
    }

    /** How it pauses when the server refuses. */
    public ContourBuilder pause(PausePolicy value) {
        this.pause = value;
        return this;
    }

    /** How often a call is sent again. */
    public ContourBuilder retry(RetryPolicy value) {
        this.retry = value;
        return this;
    }

    /** By which keys its server recognises a repeat. */
    public ContourBuilder idempotencyKeys(IdempotencyKeys value) {
        this.idempotencyKeys = value;
        return this;
    }

    /** What it does while its store cannot be reached. */
    public ContourBuilder onStoreFailure(StoreFailurePolicy value) {
        this.onStoreFailure = value;
        return this;
    }

    /** For how long an operation stays claimed that nobody settles, or is known as done: from 1 minute to 366 days. */
    public ContourBuilder operationTtl(Duration value) {
        this.operationTtl = value;
        return this;
    }

    /** The hosts that belong to it, with or without a port: {@code api.datacite.org}. */
    public ContourBuilder hosts(Collection<String> value) {
        this.hosts = value.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
        return this;
    }

    /**
     * Whether its limits hold its callers. Where they are only measured, what is sent must not change either: the contour
     * that is built repeats nothing and makes no idempotency keys, whatever was said of them.
     */
    public ContourBuilder mode(Mode value) {
        this.mode = value;
        return this;
    }

    /**
     * The contour.
     *
     * @throws IllegalArgumentException when a value is out of bounds, with its property and what to write instead
     */
    public Contour build() {
        Duration jitter = (this.arrivalJitter != null) ? this.arrivalJitter : Limit.DEFAULT_ARRIVAL_JITTER;
        boolean enforced = this.mode == Mode.ENFORCE;
        return new Contour(
                this.name,
                limits(jitter),
                this.startingBalance,
                this.secretKeys,
                this.maxKeys,
                this.maxWait,
                this.maxWaiting,
                this.concurrency,
                jitter,
                this.horizon,
                this.pause,
                enforced ? this.retry : this.retry.withMaxAttempts(1),
                enforced ? this.idempotencyKeys : new IdempotencyKeys(this.idempotencyKeys.header(), false),
                this.onStoreFailure,
                this.operationTtl,
                this.hosts,
                this.mode);
    }

    private List<Limit> limits(Duration jitter) {
        if (!this.stated.isEmpty()) {
            return this.stated.stream().map(this::limit).toList();
        }
        return (this.quota != null) ? List.of(this.quota.toLimit(headroomOf(this.quota), jitter)) : List.of();
    }

    private Limit limit(StatedLimit limit) {
        long capacity = (limit.capacity() != null) ? limit.capacity() : Limit.defaultCapacity(limit.rate());
        return (this.arrivalJitter != null)
                ? new Limit(limit.rate(), capacity, this.arrivalJitter)
                : Limit.of(limit.rate(), capacity);
    }

    private double headroomOf(Quota documented) {
        if (this.headroom != null) {
            return this.headroom;
        }
        // A quota of one request has nothing to share: the default must not make it unusable.
        return (documented.requests() == 1) ? 0 : Quota.DEFAULT_HEADROOM;
    }
}
