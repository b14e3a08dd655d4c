package dev.limiter.redis;

/*
 * A reply says what time it was in the bucket when the script ran: some moment between sending and receiving. So bucket
 * time minus our own is known between two bounds, which the call with the shortest round trip brings closest together.
 * Clocks drift, so the bounds move apart again until another call narrows them.
 *
 * Where we must choose, we take the lower bound: then a slot's instant is never too early for us, and a deadline that we
 * state is never too late.
 */

/** What a process knows of the time in one bucket. In microseconds; guarded by the {@link RemoteBucket} that has it. */
final class BucketClock {

    /** How far two clocks may drift apart: 500 ppm is the most that time daemons correct. */
    private static final long DRIFT_ONE_IN = 2_000;

    private static final long UNKNOWN = Long.MIN_VALUE;

    private long least = UNKNOWN;

    private long most;

    private long observedAt;

    /** A reply that said {@code bucketNow} was asked for and received at these instants of our own. */
    void observe(long bucketNow, long sent, long received) {
        long low = bucketNow - received;
        long high = bucketNow - sent;
        if (this.least != UNKNOWN) {
            long drift = drift(received);
            low = Math.max(low, this.least - drift);
            high = Math.min(high, this.most + drift);
        }
        boolean stepped = low > high;
        this.least = stepped ? bucketNow - received : low;
        this.most = stepped ? bucketNow - sent : high;
        this.observedAt = received;
    }

    private long drift(long now) {
        return Math.max(0, now - this.observedAt) / DRIFT_ONE_IN;
    }

    /** Nothing that was observed says anything any more. */
    void forget() {
        this.least = UNKNOWN;
    }

    boolean isKnown() {
        return this.least != UNKNOWN;
    }

    /** Whether it is known as closely as that. */
    boolean isKnownWithin(long micros, long now) {
        return isKnown() && this.most - this.least + 2 * drift(now) <= micros;
    }

    /** The bucket time now, at the earliest. */
    long earliest(long now) {
        return now + this.least - drift(now);
    }

    /** The bucket time now, at the latest. */
    long latest(long now) {
        return now + this.most + drift(now);
    }

    /** Our own time for an instant in bucket time, never too early. */
    long toOwn(long bucketInstant) {
        return (bucketInstant == Long.MIN_VALUE) ? bucketInstant : bucketInstant - this.least;
    }

    long toBucket(long ownInstant) {
        return ownInstant + this.least;
    }
}
