package dev.limiter.gate;

import dev.limiter.LimiterListener;
import dev.limiter.bucket.BucketStore;
import java.util.concurrent.Executor;
import java.util.function.LongUnaryOperator;

/**
 * What all gates of a registry share.
 *
 * @param store where bucket state lives, and whose clock counts
 * @param timer on that clock
 * @param completions runs what callers have hung on their futures, away from the timer and the store
 * @param listener never throws
 * @param random a number from 0 to below its argument
 */
record Wiring(
        BucketStore store, Timer timer, Executor completions, LimiterListener listener, LongUnaryOperator random) {

    long now() {
        return this.store.ticker().micros();
    }
}
