package dev.limiter.sample.page;

import dev.limiter.StoreMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the page shows of one instant, as it goes to the browser.
 *
 * @param at the API's time, in milliseconds since its start
 * @param steady whether the workers deposit without end
 * @param shared whether they share one bucket, or each counts for itself
 * @param redis what the Redis does: {@code runs}, {@code killed}, or {@code other} where it is somebody else's
 * @param changing whether the workers are just being replaced
 * @param contour its name
 * @param came what has arrived since the snapshot before
 */
record Snapshot(
        long at,
        boolean steady,
        boolean shared,
        String redis,
        boolean changing,
        String contour,
        List<WorkerView> workers,
        List<Came> came) {

    /**
     * One arrival.
     *
     * @param at as above
     * @param worker which one, from 0
     */
    record Came(long at, int worker, int status) {}

    /**
     * One worker: what the API has counted, and what the worker's own actuator says.
     *
     * @param answers whether the actuator does; else the rest is of no meaning
     * @param limits what runs, in words
     * @param permitsLeft {@code null} where it is not known
     * @param pausedMillis how long the pause lasts from now on; 0 where none holds
     * @param cause of the pause; {@code null} where none is known
     */
    record WorkerView(
            String name,
            long accepted,
            long refused,
            boolean answers,
            String limits,
            @Nullable Long permitsLeft,
            int waiting,
            int inFlight,
            StoreMode storeMode,
            long pausedMillis,
            @Nullable String cause) {}
}
