package dev.limiter.gate;

import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.LimitsChange;
import dev.limiter.contour.Limit;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The limits of one contour that hold in this process now: those that are configured, or those that somebody has put in
 * their place. Everything that decides by limits, or says them, reads them here. Safe for use by many threads.
 */
final class LimitsInForce {

    /** How long it takes at most until all processes have heard of a change, where their network works. */
    private static final long SETTLING_MICROS = 2_000_000;

    private final List<Limit> configured;

    /** The latest that is known. */
    private LimitsChange change = LimitsChange.NONE;

    private volatile List<Limit> limits;

    private volatile boolean changed;

    private volatile long changedAt = Instants.LONG_AGO;

    LimitsInForce(List<Limit> configured) {
        this.configured = configured;
        this.limits = configured;
    }

    /**
     * Other limits hold from now on.
     *
     * @param from in words
     * @param to likewise
     * @param configured whether those are the configured ones
     */
    record Change(String from, String to, boolean configured) {}

    List<Limit> limits() {
        return this.limits;
    }

    /** Whether somebody has put them in the place of the configured ones. */
    boolean areChanged() {
        return this.changed;
    }

    /** The bucket as it is judged now. */
    Bucket of(Bucket bucket) {
        List<Limit> inForce = this.limits;
        return bucket.limits().equals(inForce) ? bucket : bucket.withLimits(inForce);
    }

    /** What was changed, in this or another process. {@code null} where it is no news, or comes after a later one. */
    synchronized @Nullable Change learn(LimitsChange news, long now) {
        if (news.revision() < this.change.revision() || news.equals(this.change)) {
            return null;
        }
        this.change = news;
        this.changed = !news.isReset();
        List<Limit> from = this.limits;
        List<Limit> to = news.isReset() ? this.configured : news.limits();
        if (from.equals(to)) {
            return null;
        }
        this.changedAt = now;
        this.limits = to;
        return new Change(inWords(from), inWords(to), news.isReset());
    }

    /** Whether others may not have heard of the last change yet. */
    boolean haveJustChanged(long now) {
        return now - SETTLING_MICROS < this.changedAt;
    }

    private static String inWords(List<Limit> limits) {
        return limits.stream().map(Limit::toString).collect(Collectors.joining(", "));
    }
}
