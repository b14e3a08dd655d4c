package dev.limiter.spring.test;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * What a simulated server allows, and how it counts: a model and its numbers. Immutable.
 *
 * @param model how requests are counted
 * @param capacity how many requests may come at once: the bucket, the queue, or the window's number
 * @param requests how many requests it allows {@code per} period in the long run
 * @param per the period, or the window
 */
public record ServerQuota(Model model, int capacity, int requests, Duration per) {

    /** The ways of counting. */
    public enum Model {
        /** Permits that grow back evenly, up to a capacity. */
        TOKEN_BUCKET,
        /** So many in each window of the server's clock. */
        FIXED_WINDOW,
        /** So many in any window. */
        SLIDING_WINDOW,
        /** A queue of a size, served one request at a time at the ticks of the server's clock. */
        LEAKY_BUCKET
    }

    private static final Duration LONGEST_PERIOD = Duration.ofDays(31);

    /** With a million a month and a server that runs for two, the count in ticks still fits a {@code long}. */
    private static final int MOST = 1_000_000;

    public ServerQuota {
        requireBetween("capacity", capacity);
        requireBetween("requests", requests);
        if (per.compareTo(Duration.ofMillis(1)) < 0 || per.compareTo(LONGEST_PERIOD) > 0) {
            throw new IllegalArgumentException("The period of a quota must be from 1 ms to 31 days, not " + per);
        }
        boolean window = model == Model.FIXED_WINDOW || model == Model.SLIDING_WINDOW;
        if (window && capacity != requests) {
            throw new IllegalArgumentException("A window's capacity is its number of requests: give " + requests
                    + " for both, not a capacity of " + capacity);
        }
    }

    /** A bucket that starts full. */
    public static ServerQuota tokenBucket(int capacity, int requests, Duration per) {
        return new ServerQuota(Model.TOKEN_BUCKET, capacity, requests, per);
    }

    /** Windows that lie end to end on the server's clock. */
    public static ServerQuota fixedWindow(int requests, Duration window) {
        return new ServerQuota(Model.FIXED_WINDOW, requests, requests, window);
    }

    /** Any window, wherever it begins. */
    public static ServerQuota slidingWindow(int requests, Duration window) {
        return new ServerQuota(Model.SLIDING_WINDOW, requests, requests, window);
    }

    /** A queue that starts empty. */
    public static ServerQuota leakyBucket(int size, int drained, Duration per) {
        return new ServerQuota(Model.LEAKY_BUCKET, size, drained, per);
    }

    /** How many requests a span of this length is worth at the long-run rate. */
    public double worthOf(Duration span) {
        return (double) this.requests * micros(span) / micros(this.per);
    }

    /** A fresh count, nothing used yet. */
    public QuotaModel newModel() {
        return switch (this.model) {
            case TOKEN_BUCKET -> new TokenBucketModel(this.capacity, pace());
            case FIXED_WINDOW -> new FixedWindowModel(this.requests, micros(this.per));
            case SLIDING_WINDOW -> new SlidingWindowModel(this.requests, micros(this.per));
            case LEAKY_BUCKET -> new LeakyBucketModel(this.capacity, pace());
        };
    }

    Pace pace() {
        return new Pace(this.requests, micros(this.per));
    }

    private static long micros(Duration duration) {
        return TimeUnit.MICROSECONDS.convert(duration);
    }

    private static void requireBetween(String name, int value) {
        if (value < 1 || value > MOST) {
            throw new IllegalArgumentException(
                    "The " + name + " of a quota must be from 1 to " + MOST + ", not " + value);
        }
    }
}
