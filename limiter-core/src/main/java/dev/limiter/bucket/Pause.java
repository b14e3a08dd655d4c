package dev.limiter.bucket;

/**
 * A stop for a bucket, or for all buckets of a contour.
 *
 * @param number grows with every change, so that a process knows which slots were booked before it; 0 where there has
 *     never been one
 * @param row how many pauses there were without a success in between
 * @param from when it began, in the store's time
 * @param until when it ends
 */
public record Pause(long number, int row, long from, long until) {

    /** There has never been one. */
    public static final Pause NONE = new Pause(0, 0, Long.MIN_VALUE, Long.MIN_VALUE);

    /** Whether it holds at the instant. */
    public boolean holdsAt(long instant) {
        return instant < this.until;
    }

    /** The same pause, with its row at an end. */
    Pause withoutRow() {
        return new Pause(this.number, 0, this.from, this.until);
    }
}
