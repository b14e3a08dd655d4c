package dev.limiter.bucket;

/**
 * A permit with the instant from which it may be used.
 *
 * @param at from when, in the store's time
 * @param cost how many permits it stands for
 * @param serial its number within the bucket, by which it can be given back; {@link #OF_NO_STORE} where no store has it
 */
public record Slot(long at, int cost, long serial) implements Answer {

    /** The number of a slot that a process has booked by itself: a store must not mistake it for one of its own. */
    public static final long OF_NO_STORE = -1;

    /** Whether a store has booked it, and can take it back. */
    public boolean isOfStore() {
        return this.serial != OF_NO_STORE;
    }
}
