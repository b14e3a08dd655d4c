package dev.limiter.gate;

import dev.limiter.bucket.Answer;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.FullAt;
import dev.limiter.bucket.LocalBucket;
import dev.limiter.bucket.Reply;
import dev.limiter.bucket.Slot;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Limit;
import dev.limiter.contour.PausePolicy.Resume;
import dev.limiter.contour.StoreFailurePolicy.Kind;
import java.util.List;
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
     * @param resumesAt now, or when the last pause ends
     */
    void callFailed(@Nullable Throwable failure, boolean reachable, long resumesAt, long now) {
        this.reason = failure;
        this.failuresInRow++;
        if (!reachable) {
            this.askAgainAt = Instants.FOR_EVER;
        } else if (this.failuresInRow > 1) {
            this.askAgainAt = now + PAUSE_MICROS;
        }
        if (isOn(now) && this.kind == Kind.REDUCED && this.local == null) {
            this.local = empty(resumesAt, now);
        }
    }

    /** It starts empty: now, or where the contour resumes so, at the end of the pause. */
    private LocalBucket empty(long resumesAt, long now) {
        long from = resumesEmpty() ? resumesAt : now;
        return new LocalBucket(Bucket.of(this.contour.whileReduced(), this.key), from);
    }

    private boolean resumesEmpty() {
        return this.contour.pause().resume() == Resume.EMPTY;
    }

    /** A pause began, moved its end or was ended: the process's own bucket resumes as the shared one does. */
    void pausesChanged(long resumesAt, long now) {
        if (this.local != null && resumesEmpty()) {
            this.local = empty(resumesAt, now);
        }
    }

    /** The store can be reached again. What failed while it could not says nothing of the calls to come. */
    void storeIsBack() {
        this.askAgainAt = Long.MIN_VALUE;
        this.failuresInRow = 0;
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
     * What the store is told of the permits that were given without it, once it is back: what has accrued there meanwhile
     * is taken from it, as far as it has that, and is no burst. It is more than this process gave, because others that
     * were cut off gave some as well, and do not all return at the same instant.
     *
     * @param bucket with the limits that hold now
     * @param from now, or the end of a pause
     * @param away since the last reply
     */
    Ask settlement(Bucket bucket, long from, long away) {
        double accrued = away
                * bucket.limits().stream()
                        .mapToDouble(limit -> limit.rate().perSecond() / 1e6)
                        .max()
                        .orElse(0);
        long taken = Math.max(this.givenLocally, (long) Math.ceil(accrued));
        this.givenLocally = Math.min(taken, Math.min(Integer.MAX_VALUE, bucket.capacity()));
        return Ask.one((int) this.givenLocally, from + Instants.micros(this.contour.horizon()));
    }

    /** The store has answered that. Where it had less, what it has is taken next; with that, all is settled. */
    void settled(Reply reply, Bucket bucket, long from) {
        boolean taken = reply.answers().stream().anyMatch(Slot.class::isInstance);
        this.givenLocally = taken ? 0 : mostFrom(reply.fullAt(), bucket, this.givenLocally - 1, from);
    }

    /** As many permits as a bucket in this state has at the instant, up to a number. */
    private static long mostFrom(List<FullAt> fullAt, Bucket bucket, long upTo, long at) {
        long most = 0;
        long tooMany = upTo + 1;
        while (tooMany - most > 1) {
            long middle = (most + tooMany) / 2;
            boolean has = bucket.earliest(fullAt, middle) <= at;
            most = has ? middle : most;
            tooMany = has ? tooMany : middle;
        }
        return most;
    }
}
