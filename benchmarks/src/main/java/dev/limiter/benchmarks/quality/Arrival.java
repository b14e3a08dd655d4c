package dev.limiter.benchmarks.quality;

/**
 * A request that reached the server.
 *
 * @param micros when, by the server's clock
 * @param delayMicros how long it was under way since its permit, by the machine's monotonic clock, which is that of all its
 *     processes
 */
record Arrival(long micros, long delayMicros, Verdict verdict) {

    /** What the server makes of it. */
    enum Verdict {
        ADMITTED,
        /** Above the quota. */
        REFUSED,
        /** In a pause that the server demands; it does not count against the quota. */
        PAUSED
    }
}
