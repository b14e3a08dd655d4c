package dev.limiter.gate;

import dev.limiter.LimiterListener;
import dev.limiter.contour.Contour;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
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
        Gates gates,
        UnwrittenPauses unwritten) {

    long now() {
        return this.store.ticker().micros();
    }

    /**
     * Whoever waits is told, even when the application's executor is shut down, or out of threads; and is told once,
     * even when that executor took the task and threw all the same.
     */
    void execute(Runnable completion) {
        AtomicBoolean begun = new AtomicBoolean();
        try {
            this.completions.execute(() -> runOnce(completion, begun));
        } catch (RuntimeException | Error ex) {
            runOnce(completion, begun);
        }
    }

    private static void runOnce(Runnable completion, AtomicBoolean begun) {
        if (begun.compareAndSet(false, true)) {
            completion.run();
        }
    }

    PauseNews newsOf(Contour contour) {
        return this.pauseNews.computeIfAbsent(contour.name(), name -> new PauseNews());
    }
}
