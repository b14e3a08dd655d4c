package dev.limiter.gate;

import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import java.util.List;

/** How many waiters go out in one call to the store. */
final class Batch {

    private static final int MOST = 4096;

    private Batch() {}

    /** No call can be answered with more than half of what the bucket has within the horizon, or the one that must be. */
    static int most(Bucket bucket, long horizon) {
        double horizonSeconds = horizon / 1e6;
        double room = bucket.limits().stream()
                .mapToDouble(limit -> limit.capacity() + limit.rate().perSecond() * horizonSeconds)
                .min()
                .orElse(1);
        return (int) Math.min(MOST, room / 2 + 1);
    }

    /**
     * The ask for these waiters.
     *
     * @param soon until when those are served who want a permit now or never: the call itself takes some time
     */
    static Ask ask(List<Waiter> waiters, long soon, long horizon) {
        int[] costs = new int[waiters.size()];
        long[] deadlines = new long[costs.length];
        for (int i = 0; i < costs.length; i++) {
            Waiter waiter = waiters.get(i);
            costs[i] = waiter.cost;
            deadlines[i] = waiter.isNowOrNever() ? soon : waiter.deadline;
        }
        return new Ask(costs, deadlines, horizon, true);
    }
}
