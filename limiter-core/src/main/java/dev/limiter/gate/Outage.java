package dev.limiter.gate;

import dev.limiter.bucket.Answer;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.LocalBucket;
import dev.limiter.bucket.Reply;
import dev.limiter.bucket.Slot;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Limit;
import dev.limiter.contour.StoreFailurePolicy.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The time for which a gate's store is away, and what the contour does then. Guarded by the gate's lock.
 *
 * <p>A single call that fails is none: its outcome is unknown, and a new one is made.
 */
final class Outage {

    /** When a store that fails, and does not say that it is away, is asked again. */
    private static final long PAUSE_MICROS = 100_000;

    private final Contour contour;

    private final String key;

    private final Kind kind;

    /** Until when it lasts. */
    private long askAgainAt = Long.MIN_VALUE;

    private int failuresInRow;

    private @Nullable Throwable reason;

    /** What this process runs by itself. */
    private @Nullable LocalBucket local;

    /** The permits that it gave, of which the store does not know. */
    private long givenLocally;

    Outage(Contour contour, String key) {
        this.contour = contour;
        this.key = key;
        this.kind = contour.onStoreFailure().kind();
    }

    /**
     * A call to the store failed.
     *
     * @param failure how; {@code null} where it answered nothing
     * @param reachable whether the store says that it can be reached all the same
     */
    void callFailed(@Nullable Throwable failure, boolean reachable, long now) {
        this.reason = failure;
        this.failuresInRow++;
        if (!reachable) {
            this.askAgainAt = Instants.FOR_EVER;
        } else if (this.failuresInRow > 1) {
            this.askAgainAt = now + PAUSE_MICROS;
        }
        if (isOn(now) && this.kind == Kind.REDUCED && this.local == null) {
            this.local = new LocalBucket(Bucket.of(this.contour.whileReduced(), this.key), now);
        }
    }

    /** The store can be reached again. */
    void storeIsBack() {
        this.askAgainAt = Long.MIN_VALUE;
    }

    boolean lastsUntilTold() {
        return this.askAgainAt == Instants.FOR_EVER;
    }

    void callSucceeded() {
        this.failuresInRow = 0;
        this.local = null;
    }

    /** Whether the store is not asked now. */
    boolean isOn(long now) {
        return now < this.askAgainAt;
    }

    /** When it is asked again, where nobody says that it is back. */
    long endsAt(long now) {
        return isOn(now) ? this.askAgainAt : Instants.FOR_EVER;
    }

    /** Why the last call failed. */
    @Nullable
    Throwable reason() {
        return this.reason;
    }

    boolean denies(long now) {
        return isOn(now) && this.kind == Kind.REJECT;
    }

    /** The limit that holds in this process now; {@code null} where it has none of its own. */
    @Nullable
    Limit reduced(long now) {
        return isOn(now) ? this.contour.onStoreFailure().reduced() : null;
    }

    /** Books in the process's own bucket. */
    Reply book(Ask ask, long now) {
        if (this.local == null) {
            throw new IllegalStateException("nothing is reduced");
        }
        Reply reply = this.local.book(ask, now);
        for (Answer answer : reply.answers()) {
            this.givenLocally += (answer instanceof Slot slot) ? slot.cost() : 0;
        }
        return reply;
    }

    boolean hasGivenLocally() {
        return this.givenLocally > 0;
    }

    /**
     * What the store is told of the permits that were given without it, once it is back: they are taken from it, as far
     * as it has them, so that what has accrued there meanwhile is no burst.
     */
    Ask settlement(long now) {
        int cost = (int) Math.min(this.givenLocally, Math.min(Integer.MAX_VALUE, this.contour.capacity()));
        this.givenLocally = 0;
        return Ask.one(cost, now + Instants.micros(this.contour.horizon()));
    }
}
