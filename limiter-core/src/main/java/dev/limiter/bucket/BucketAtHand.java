package dev.limiter.bucket;

import java.util.OptionalLong;

/**
 * A bucket that a store keeps in this process: what it has can be taken on the calling thread, without a call to the store.
 * Safe for use by many threads; never throws, and waits for nothing.
 */
public interface BucketAtHand {

    /** Nothing was taken. */
    long NOTHING = 0;

    /**
     * Takes permits if they are there at this instant. It counts as {@link BucketStore#book} does, and each of the two sees
     * all that the other has taken.
     *
     * @param bucket by whose limits it is judged
     * @param cost at least 1
     * @param now in the store's time
     * @return the number of the slot, whose instant is now; {@link #NOTHING} where the permits are not there, or only a call
     *     to the store can tell
     */
    long take(Bucket bucket, int cost, long now);

    /** How many permits it holds at this instant, of the limit that has the fewest; empty where nobody has used it yet. */
    OptionalLong permitsLeft(long now);
}
