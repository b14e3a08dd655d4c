package dev.limiter.bucket;

/**
 * What a process asks of a bucket: slots for its first waiters, in their order.
 *
 * <p>The store books entry by entry. An entry whose slot would come after its deadline is charged nothing and answered
 * with {@link Answer.Late}; the next one is looked at. Booking ends, with the entries that follow unanswered, where a
 * slot would lie beyond the horizon, or where more than half of the permits that the bucket has within the horizon
 * would be taken, so that other processes find theirs.
 *
 * @param costs what each waiter needs, from 1 to the bucket's capacity
 * @param deadlines until when each waiter waits, in the store's time; as many as costs
 * @param horizonMicros how far ahead slots are booked
 * @param atLeastOne whether the first slot is booked however far it lies; for a process that holds none
 */
public record Ask(int[] costs, long[] deadlines, long horizonMicros, boolean atLeastOne) {

    /** Asks for nobody: the reply says which pauses there are. */
    public static final Ask NOBODY = new Ask(new int[0], new long[0], 0, false);

    /** One slot, however far it lies, if that is not after the deadline. */
    public static Ask one(int cost, long deadline) {
        return new Ask(new int[] {cost}, new long[] {deadline}, 0, true);
    }
}
