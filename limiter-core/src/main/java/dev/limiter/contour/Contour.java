package dev.limiter.contour;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A circuit that the server counts, and that all processes share: one API token, tenant, shop or method group.
 *
 * <p>Immutable. Made with {@link #named(String)}.
 *
 * @param name as under {@code limiter.contours}: letters, digits, {@code . _ : -}, at most 100 characters
 * @param limits what we run, at least one; a permit waits for the latest of them and is charged to each
 * @param startingBalance what a bucket holds when nobody has used it yet
 * @param secretKeys whether its keys are credentials: they are hashed with the registry's key secret before anything else
 * @param maxKeys how many keys may be in use at once in one process, at least 1
 * @param maxWait the longest wait for each permit
 * @param maxWaiting how many callers may wait in one process for each key, at least 1
 * @param concurrency how many requests may be in flight in one process for each key;
 *     {@link Contour#UNLIMITED_CONCURRENCY} for no cap
 * @param arrivalJitter how much later than sent a request may reach the server; a slot is good for this and 30 ms more
 * @param horizon how far ahead a process books slots
 * @param pause how it pauses when the server refuses
 * @param retry how often a call is sent again
 * @param idempotencyKeys by which its server recognises a repeat
 * @param onStoreFailure what it does while its store cannot be reached
 * @param operationTtl for how long a business operation stays claimed that nobody settles, and for how long one that was
 *     done is known as done
 * @param hosts the hosts that belong to it, in lower case; empty where only marks do
 * @param mode whether its limits hold its callers, or are only measured
 */
public record Contour(
        String name,
        List<Limit> limits,
        StartingBalance startingBalance,
        boolean secretKeys,
        int maxKeys,
        Duration maxWait,
        int maxWaiting,
        int concurrency,
        Duration arrivalJitter,
        Duration horizon,
        PausePolicy pause,
        RetryPolicy retry,
        IdempotencyKeys idempotencyKeys,
        StoreFailurePolicy onStoreFailure,
        Duration operationTtl,
        Set<String> hosts,
        Mode mode) {

    /** No cap of requests in flight. */
    public static final int UNLIMITED_CONCURRENCY = Integer.MAX_VALUE;

    /** So many limits may a contour have at once, configured or changed: each call carries them all. */
    public static final int MOST_LIMITS = 100;

    private static final Duration SLOT_GRACE = Duration.ofMillis(30);

    public Contour {
        limits = List.copyOf(limits);
        hosts = Set.copyOf(hosts);
        if (!name.matches("[A-Za-z0-9._:-]{1,100}")) {
            throw new IllegalArgumentException(
                    "a contour's name must be 1 to 100 letters, digits or . _ : - but is '%s'".formatted(name));
        }
        if (limits.isEmpty()) {
            throw new IllegalArgumentException(
                    "contour '%s' has no limit: write quota: 3000/5m (as the API documents it), or limits"
                            .formatted(name));
        }
        if (limits.size() > MOST_LIMITS) {
            throw new IllegalArgumentException("limits: a contour can have %d at most, but '%s' has %d"
                    .formatted(MOST_LIMITS, name, limits.size()));
        }
        if (maxKeys < 1) {
            throw new IllegalArgumentException("max-keys must be at least 1, but is " + maxKeys);
        }
        if (maxWait.isNegative()) {
            throw new IllegalArgumentException("max-wait must not be negative, but is " + maxWait);
        }
        if (maxWaiting < 1) {
            throw new IllegalArgumentException("max-waiting must be at least 1, but is " + maxWaiting);
        }
        if (concurrency < 1) {
            throw new IllegalArgumentException("concurrency must be at least 1, but is " + concurrency);
        }
        Limit.checkArrivalJitter(arrivalJitter);
        if (horizon.compareTo(Duration.ofMillis(1)) < 0 || horizon.compareTo(Duration.ofMinutes(1)) > 0) {
            throw new IllegalArgumentException("horizon must be from 1ms to 1 minute, but is " + horizon);
        }
        if (operationTtl.compareTo(Duration.ofMinutes(1)) < 0 || operationTtl.compareTo(Duration.ofDays(366)) > 0) {
            throw new IllegalArgumentException(
                    "operation-ttl must be from 1 minute to 366 days, but is " + operationTtl);
        }
        checkReduced(onStoreFailure.reduced(), limits);
    }

    /**
     * How long after its instant a slot may be used: the arrival jitter, and 30 ms for a collection or a slow
     * subscriber.
     */
    public Duration slotLife() {
        return this.arrivalJitter.plus(SLOT_GRACE);
    }

    /** One process alone must not do more than all of them together. */
    private static void checkReduced(@Nullable Limit reduced, List<Limit> limits) {
        for (Limit limit : limits) {
            if (reduced != null && (reduced.rate().perSecond() > limit.rate().perSecond())) {
                throw new IllegalArgumentException(
                        "reduced.rate must not be faster than the contour's own limit of %s, but is %s: write a rate that all processes together can run"
                                .formatted(limit.rate(), reduced.rate()));
            }
            if (reduced != null && reduced.capacity() > limit.capacity()) {
                throw new IllegalArgumentException(
                        "reduced.capacity must not be above the contour's own capacity of %d, but is %d"
                                .formatted(limit.capacity(), reduced.capacity()));
            }
        }
    }

    /**
     * The contour as each process runs it by itself while it is reduced: one limit, from an empty bucket on.
     *
     * @throws IllegalStateException where nothing is said of that
     */
    public Contour whileReduced() {
        Limit reduced = this.onStoreFailure.reduced();
        if (reduced == null) {
            throw new IllegalStateException("contour '%s' has no reduced limit".formatted(this.name));
        }
        return new Contour(
                this.name,
                List.of(reduced),
                StartingBalance.EMPTY,
                this.secretKeys,
                this.maxKeys,
                this.maxWait,
                this.maxWaiting,
                this.concurrency,
                this.arrivalJitter,
                this.horizon,
                this.pause,
                this.retry,
                this.idempotencyKeys,
                StoreFailurePolicy.REJECT,
                this.operationTtl,
                this.hosts,
                this.mode);
    }

    /** Whether its limits are only measured, see {@link Mode#OBSERVE}. */
    public boolean isObserved() {
        return this.mode == Mode.OBSERVE;
    }

    /** Starts a contour with every default. */
    public static ContourBuilder named(String name) {
        return new ContourBuilder(name);
    }

    /** The most permits that one request can ask for: the smallest capacity among the limits. */
    public long capacity() {
        return this.limits.stream().mapToLong(Limit::capacity).min().orElseThrow();
    }
}
