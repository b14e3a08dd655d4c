package dev.limiter.benchmarks.quality;

import java.time.Duration;

/**
 * What the user of another limiter writes: so many permits in each period, and how many may come at once where that limiter
 * can say so.
 */
record ByHand(int permits, Duration per, int capacity) {

    static ByHand of(int permits, int perMillis, int capacity) {
        return new ByHand(permits, Duration.ofMillis(perMillis), capacity);
    }
}
