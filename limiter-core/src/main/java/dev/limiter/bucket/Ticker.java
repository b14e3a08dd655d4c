package dev.limiter.bucket;

/**
 * A clock for durations: microseconds since an arbitrary instant. Everything in a process that waits, books or pauses
 * reads the one that its {@linkplain BucketStore#ticker() store} owns. It never goes back.
 */
@FunctionalInterface
public interface Ticker {

    /** The time now, in microseconds. */
    long micros();

    /** The monotonic clock of the JVM. */
    static Ticker system() {
        return () -> System.nanoTime() / 1000;
    }
}
