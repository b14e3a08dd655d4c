package dev.limiter.bucket;

/**
 * The whole state of one limit's bucket: the instant at which it will be full again, exact.
 *
 * @param micros whole microseconds, in the store's time
 * @param rest what is beyond them, counted in 1 / u microseconds, where u is the denominator of the time that one permit
 *     takes (period / permits, reduced); from 0 to below u
 */
public record FullAt(long micros, long rest) {

    static FullAt at(long micros) {
        return new FullAt(micros, 0);
    }

    boolean isBefore(long instant) {
        return this.micros < instant;
    }

    FullAt earlierOf(FullAt other) {
        return isAfter(other) ? other : this;
    }

    FullAt laterOf(FullAt other) {
        return isAfter(other) ? this : other;
    }

    private boolean isAfter(FullAt other) {
        return (this.micros != other.micros) ? this.micros > other.micros : this.rest > other.rest;
    }
}
