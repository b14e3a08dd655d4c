package dev.limiter.gate;

import dev.limiter.LimiterListener;
import dev.limiter.contour.Contour;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.LongUnaryOperator;

/**
 * What all gates of a registry share.
 *
 * @param store where bucket state lives, and whose clock counts; never throws
 * @param timer on that clock
 * @param completions runs what callers have hung on their futures, away from the timer and the store
 * @param listener never throws
 * @param random a number from 0 to below its argument
 * @param pauseNews of each contour as a whole
 * @param limits that hold in each contour now
 * @param gates those that exist
 * @param unwritten the pauses that the store has not taken
 */
record Wiring(
        GuardedStore store,
        Timer timer,
        Executor completions,
        LimiterListener listener,
        LongUnaryOperator random,
        Map<String, PauseNews> pauseNews,
        Map<String, LimitsInForce> limits,
        Gates gates,
        UnwrittenPauses unwritten) {

    long now() {
        return this.store.ticker().micros();
    }

    /** Runs what callers have hung on their futures, see {@link Telling}. */
    void tell(List<Runnable> callers) {
        new Telling(callers).runOn(this.completions);
    }

    LimitsInForce limitsOf(Contour contour) {
        return this.limits.computeIfAbsent(contour.name(), name -> new LimitsInForce(contour.limits()));
    }

    PauseNews newsOf(Contour contour) {
        return this.pauseNews.computeIfAbsent(contour.name(), name -> new PauseNews());
    }
}
