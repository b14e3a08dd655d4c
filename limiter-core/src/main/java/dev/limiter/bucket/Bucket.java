package dev.limiter.bucket;

import dev.limiter.contour.Contour;
import dev.limiter.contour.Limit;
import dev.limiter.contour.PausePolicy;
import dev.limiter.contour.StartingBalance;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One bucket: whose it is, and the terms by which each call on it is judged. Immutable; made once for each contour and
 * key, and again from that one where its limits are changed.
 */
public final class Bucket {

    /** A key may come from outside: on a line of the log it must not look like two, or hide what follows. */
    private static final Pattern BREAKS = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\u202A-\\u202E\\u2066-\\u2069]");

    private final String contour;

    private final String key;

    private final List<Limit> limits;

    private final StartingBalance startingBalance;

    private final PausePolicy pausePolicy;

    private final TokenBucket[] terms;

    private final long capacity;

    private final Bucket origin;

    private Bucket(Contour contour, String key) {
        this.contour = contour.name();
        this.key = key;
        this.limits = contour.limits();
        this.startingBalance = contour.startingBalance();
        this.pausePolicy = contour.pause();
        this.terms = terms(this.limits);
        this.capacity = contour.capacity();
        this.origin = this;
    }

    private Bucket(Bucket origin, List<Limit> limits) {
        this.contour = origin.contour;
        this.key = origin.key;
        this.limits = List.copyOf(limits);
        this.startingBalance = origin.startingBalance;
        this.pausePolicy = origin.pausePolicy;
        this.terms = terms(this.limits);
        this.capacity = this.limits.stream().mapToLong(Limit::capacity).min().orElseThrow();
        this.origin = origin;
    }

    private static TokenBucket[] terms(List<Limit> limits) {
        return limits.stream().map(TokenBucket::new).toArray(TokenBucket[]::new);
    }

    /** The bucket of one key of the contour; the empty key where it has only one. */
    public static Bucket of(Contour contour, String key) {
        return new Bucket(contour, key);
    }

    /** The same bucket, judged by these limits from now on: what was spent by others stays spent. */
    public Bucket withLimits(List<Limit> others) {
        return this.origin.limits.equals(others) ? this.origin : new Bucket(this.origin, others);
    }

    /**
     * The bucket with the configured limits, from which this one was made: whoever keeps knowledge of a bucket keeps it by
     * this.
     */
    public Bucket origin() {
        return this.origin;
    }

    /** The contour's name. */
    public String contour() {
        return this.contour;
    }

    /** Which of the contour's circuits. What was a credential has been hashed before. */
    public String key() {
        return this.key;
    }

    /** What we run. */
    public List<Limit> limits() {
        return this.limits;
    }

    /** The most permits that one request can ask for: the smallest capacity among the limits. */
    public long capacity() {
        return this.capacity;
    }

    /** What it holds when nobody has used it yet. */
    public StartingBalance startingBalance() {
        return this.startingBalance;
    }

    /** How it pauses. */
    public PausePolicy pausePolicy() {
        return this.pausePolicy;
    }

    /**
     * The first instant at which a bucket in this state could serve so many permits, one after the other. A lower bound
     * for the last of them, since other processes may take theirs in between.
     *
     * @param fullAt as in {@link Reply#fullAt()}
     * @param permits at least 1; may be more than the capacity
     */
    public long earliest(List<FullAt> fullAt, long permits) {
        long earliest = Long.MIN_VALUE;
        for (int i = 0; i < this.terms.length; i++) {
            earliest = Math.max(earliest, this.terms[i].free(fullAt.get(i), permits));
        }
        return earliest;
    }

    /**
     * How many permits a bucket in this state holds at the instant, of the limit that has the fewest.
     *
     * @param fullAt as in {@link Reply#fullAt()}
     */
    public long permitsLeft(List<FullAt> fullAt, long now) {
        double left = Double.MAX_VALUE;
        for (int i = 0; i < this.terms.length; i++) {
            left = Math.min(left, this.terms[i].room(fullAt.get(i), now, now));
        }
        return (long) Math.max(0, left);
    }

    TokenBucket[] terms() {
        return this.terms;
    }

    /** For logs, on one line whatever the key is. */
    @Override
    public String toString() {
        return this.key.isEmpty()
                ? this.contour
                : this.contour + "[" + BREAKS.matcher(this.key).replaceAll("?") + "]";
    }
}
