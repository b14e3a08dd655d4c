package dev.limiter.gate;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * How busy a contour is in this process, all its keys together. Immutable.
 *
 * @param keys how many keys are in use; the empty one does not count
 * @param waiting how many callers wait for a permit
 * @param inFlight how many permits are in use: granted, and neither closed nor given back
 * @param permitsLeft what the bucket holds that holds the fewest: of a store outside of this process by its last answers,
 *     and other processes may have taken some since. Empty where it is not known: before the first answer, and after a
 *     pause or a change of limits until the next one
 * @param pauseLeft how long the longest pause lasts from now on; zero where there is none
 */
public record ContourLoad(int keys, int waiting, int inFlight, OptionalLong permitsLeft, Duration pauseLeft) {

    static ContourLoad of(List<Gate> gates, long now) {
        int keys = 0;
        int waiting = 0;
        int inFlight = 0;
        long pausedUntil = now;
        OptionalLong permitsLeft = OptionalLong.empty();
        for (Gate gate : gates) {
            GateLoad load = gate.load();
            keys += gate.bucket().key().isEmpty() ? 0 : 1;
            waiting += load.waiting();
            inFlight += load.inFlight();
            pausedUntil = Math.max(pausedUntil, load.pausedUntil());
            if (permitsLeft.isEmpty() || load.permitsLeft().orElse(Long.MAX_VALUE) < permitsLeft.getAsLong()) {
                permitsLeft = load.permitsLeft();
            }
        }
        return new ContourLoad(keys, waiting, inFlight, permitsLeft, Instants.between(now, pausedUntil));
    }
}
