package dev.limiter.redis;

import dev.limiter.bucket.LimitsChange;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What this process knows of one contour's changed limits in Redis, and when it is to ask for them or to keep them alive.
 * Time is the process's own. Safe for use by many threads.
 */
final class KnownLimits {

    /** What is stored lives so long after it was written or kept. */
    private static final long LIFE = TimeUnit.DAYS.toMicros(7);

    private static final long KEPT_EVERY = TimeUnit.HOURS.toMicros(1);

    private static final long TRIED_EVERY = TimeUnit.MINUTES.toMicros(1);

    private static final long ASKED_EVERY = TimeUnit.MILLISECONDS.toMicros(250);

    private static final long LONG_AGO = Long.MIN_VALUE / 2;

    private LimitsChange change = LimitsChange.NONE;

    /** When it was certainly there, with its whole life before it; or, where that is later, became known. */
    private long aliveAt = LONG_AGO;

    /** When it was written, or kept, as far as is known. */
    private long keptAt = LONG_AGO;

    private long triedAt = LONG_AGO;

    private long askedAt = LONG_AGO;

    private int warnedOf;

    /** What to do about what there is in Redis. */
    enum Next {
        NOTHING,
        /** The listeners are to hear of it. */
        TELL,
        /** There is less than what is known: that is to be written again. */
        WRITE
    }

    /** What a use of the contour is an occasion for. */
    enum Occasion {
        NONE,
        /** To ask what there is. */
        ASK,
        /** To ask, and to keep what is known where it is still there. */
        ASK_AND_KEEP,
        KEEP
    }

    synchronized LimitsChange change() {
        return this.change;
    }

    /**
     * This is in Redis.
     *
     * @param stored {@link LimitsChange#NONE} where there is nothing, or nothing that could be read
     * @param fresh whether it has just been written, or kept
     */
    synchronized Next learn(LimitsChange stored, boolean fresh, long now) {
        if (stored.revision() >= this.change.revision()) {
            boolean news = !stored.equals(this.change);
            this.change = stored;
            this.keptAt = fresh ? now : (news ? LONG_AGO : this.keptAt);
            this.aliveAt = (fresh || news) ? now : this.aliveAt;
            return news ? Next.TELL : Next.NOTHING;
        }
        if (this.change.isReset()) {
            return (stored.revision() > 0) ? Next.WRITE : Next.NOTHING;
        }
        if (now - this.aliveAt < LIFE) {
            return Next.WRITE;
        }
        // This process has not used the contour for so long. It is no reset: whoever has used it knows that it holds.
        this.change = new LimitsChange(this.change.revision(), List.of());
        return Next.TELL;
    }

    /** @param hears whether a change would have been heard of */
    synchronized Occasion used(boolean hears, long now) {
        if (!this.change.isReset() && now - this.keptAt >= KEPT_EVERY && now - this.triedAt >= TRIED_EVERY) {
            this.triedAt = now;
            return (now - this.aliveAt < LIFE) ? Occasion.KEEP : Occasion.ASK_AND_KEEP;
        }
        return (!hears && mayAsk(now)) ? Occasion.ASK : Occasion.NONE;
    }

    private boolean mayAsk(long now) {
        boolean may = now - this.askedAt >= ASKED_EVERY;
        this.askedAt = may ? now : this.askedAt;
        return may;
    }

    /** Once for each damaged value. */
    synchronized boolean mayWarnOf(int hash) {
        boolean may = hash != this.warnedOf;
        this.warnedOf = hash;
        return may;
    }
}
