package dev.limiter.spring.test;

/**
 * A queue that holds so many requests and is served one whole request at a time, at the ticks of the server's own clock.
 * As a meter, it keeps nobody waiting: what fits is admitted at once, and what does not is refused until the next tick.
 *
 * <p>Unlike {@link TokenBucketModel}, which is refilled from the instant of each request, its ticks come whether or not
 * somebody is there: a tick that finds the queue empty is lost.
 */
final class LeakyBucketModel implements QuotaModel {

    private final int size;

    private final Pace drain;

    private long ticksSeen;

    private long queued;

    LeakyBucketModel(int size, Pace drain) {
        this.size = size;
        this.drain = drain;
    }

    @Override
    public boolean admit(long micros) {
        if (retryAfterMicros(micros) > 0) {
            return false;
        }
        this.queued = queuedAt(micros) + 1;
        this.ticksSeen = this.drain.countUntil(micros);
        return true;
    }

    @Override
    public long retryAfterMicros(long micros) {
        return (queuedAt(micros) < this.size) ? 0 : this.drain.instantOf(this.drain.countUntil(micros) + 1) - micros;
    }

    private long queuedAt(long micros) {
        return Math.max(0, this.queued - (this.drain.countUntil(micros) - this.ticksSeen));
    }
}
