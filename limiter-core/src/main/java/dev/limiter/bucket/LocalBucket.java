package dev.limiter.bucket;

/**
 * One bucket in the memory of a process, which takes time as an argument. Nobody shares it, nothing pauses it. Not safe
 * for use by several threads at once.
 */
public final class LocalBucket {

    private final Bucket bucket;

    private final BucketState state;

    /** A bucket with its contour's starting balance at this instant. */
    public LocalBucket(Bucket bucket, long now) {
        this.bucket = bucket;
        this.state = new BucketState(bucket, now, Pause.NONE, 0);
    }

    /** As {@link BucketStore#book}. */
    public Reply book(Ask ask, long now) {
        return this.state.book(this.bucket, ask, now, Pause.NONE);
    }
}
