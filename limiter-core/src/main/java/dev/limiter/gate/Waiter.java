package dev.limiter.gate;

import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.RateLimitException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One caller that waits, and the future that it was handed. Whoever else completes that future, by a cancellation or a
 * time-out of its own, has given up. All fields that change are guarded by the gate's lock.
 */
final class Waiter extends CompletableFuture<Permit> {

    /** The arrival of one who has not been in the queue. */
    static final long NOT_YET = -1;

    final int cost;

    final Priority priority;

    final Duration maxWait;

    final long since;

    final long deadline;

    /** A thread is parked on this future, so completing it runs nobody's code. */
    final boolean parked;

    private final Consumer<Waiter> whenGivenUp;

    /** Whether it is in the queue. */
    boolean waiting;

    long arrival = NOT_YET;

    /** It is in the queue, or was, for the second time. */
    boolean cameBack;

    /** Its cost is in the store call that is in flight. */
    boolean asked;

    /** How often the store was asked for it in vain because the call took longer than was allowed for. */
    int lateCalls;

    /** It was handed a slot that was out of date when it reached it. */
    boolean recalled;

    boolean waitedForPlace;

    Waiter(PermitRequest request, Duration maxWait, long since, boolean parked, Consumer<Waiter> whenGivenUp) {
        this.whenGivenUp = whenGivenUp;
        this.cost = request.permits();
        this.priority = request.priority();
        this.maxWait = maxWait;
        this.since = since;
        this.deadline = Instants.plus(since, maxWait);
        this.parked = parked;
    }

    private Waiter(Waiter before) {
        this.whenGivenUp = before.whenGivenUp;
        this.cost = before.cost;
        this.priority = before.priority;
        this.maxWait = before.maxWait;
        this.since = before.since;
        this.deadline = before.deadline;
        this.parked = before.parked;
        this.arrival = before.arrival;
        this.recalled = before.recalled;
        this.waitedForPlace = before.waitedForPlace;
    }

    /** The same caller, who waits once more: what it was handed has gone out of date. */
    Waiter again() {
        return new Waiter(this);
    }

    /** Whether only the store's answer counts, and no time. */
    boolean isNowOrNever() {
        return this.maxWait.isZero();
    }

    boolean grant(Permit permit) {
        return super.complete(permit);
    }

    boolean deny(RateLimitException exception) {
        return super.completeExceptionally(exception);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return givenUpIf(super.cancel(mayInterruptIfRunning));
    }

    @Override
    public boolean complete(Permit value) {
        return givenUpIf(super.complete(value));
    }

    @Override
    public boolean completeExceptionally(Throwable exception) {
        return givenUpIf(super.completeExceptionally(exception));
    }

    private boolean givenUpIf(boolean completed) {
        if (completed) {
            this.whenGivenUp.accept(this);
        }
        return completed;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
