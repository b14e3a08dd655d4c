package dev.limiter;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Hands out the permits of one contour (and key). Most code uses {@link RateLimited} instead; this is for clients
 * that no annotation reaches.
 *
 * <p>Three verbs differ in what they do when there is no permit at once: {@link #acquire(PermitRequest)} parks the
 * calling thread, {@link #acquireAsync(PermitRequest)} parks nobody, {@link #tryAcquire(int)} says no. All three take
 * the same place in the same queue.
 *
 * <pre>{@code
 * try (Permit permit = limiter.acquire()) {
 *     Answer answer = client.send(request);
 *     if (answer.status() == 429) {
 *         permit.refused(new Refusal(Refusal.Scope.KEY, answer.retryAfter(), "429 at Client.send"));
 *     }
 * }
 * }</pre>
 *
 * <p>Safe for use by many threads. Waiting callers are served by priority, then arrival.
 */
public interface Limiter {

    /** The contour's name. */
    String contour();

    /** Waits for one permit. See {@link #acquire(PermitRequest)}. */
    default Permit acquire() throws InterruptedException {
        return acquire(PermitRequest.one());
    }

    /**
     * Parks the calling thread until the permit may be used. An interrupt ends the wait and leaves the slot to the next
     * caller.
     *
     * @throws InterruptedException when the thread is interrupted while it waits
     * @throws RateLimitException when there is no permit, and will be none within the longest wait
     */
    Permit acquire(PermitRequest request) throws InterruptedException;

    /**
     * As {@link #acquire(PermitRequest)}, and says so before the wait: a trace can show it.
     *
     * @param beforeWait run on the calling thread before it is parked; not where the permit, or a denial, is there at once,
     *     as far as that can be told. What it throws ends the wait
     */
    default Permit acquire(PermitRequest request, Runnable beforeWait) throws InterruptedException {
        beforeWait.run();
        return acquire(request);
    }

    /** Waits for one permit without a thread. See {@link #acquireAsync(PermitRequest)}. */
    default CompletableFuture<Permit> acquireAsync() {
        return acquireAsync(PermitRequest.one());
    }

    /**
     * Completes when the permit may be used, or exceptionally with a {@link RateLimitException}: at once where nothing
     * has to be waited for, else on the registry's executor. Cancelling (or otherwise completing) the returned future
     * ends the wait and leaves the slot to the next caller; stages made from it do not pass a cancellation on.
     */
    CompletableFuture<Permit> acquireAsync(PermitRequest request);

    /**
     * A permit if there is one now. Waits for nothing but the store's answer; an interrupt ends that wait, stays set, and
     * answers empty.
     *
     * @param permits what the request costs, at least 1
     * @return empty also where the queue is full, or as many keys are in use as the contour may have
     * @throws RateLimitException when no later try could do better, or the store did not answer
     */
    Optional<Permit> tryAcquire(int permits);

    /**
     * Stops this contour and key in all processes for the given time. A longer pause that is already known is not cut. All
     * keys at once are stopped by {@link LimiterRegistry#pause}.
     *
     * @param length above zero; cut at the contour's {@code pause.max}, with a warning
     * @param cause a short text for logs and events
     * @return completes when the store has the pause, or exceptionally with the store's error or a
     *     {@link TooManyKeysException}
     * @throws IllegalArgumentException when the length is zero or negative
     */
    CompletableFuture<Void> pause(Duration length, String cause);

    /**
     * Ends the pause of this contour and key, and that of the contour with all its keys, at once and in all processes.
     * Where there is none, nothing changes.
     *
     * @return completes when the store has ended it, or exceptionally with the store's error
     */
    CompletableFuture<Void> resume();
}
