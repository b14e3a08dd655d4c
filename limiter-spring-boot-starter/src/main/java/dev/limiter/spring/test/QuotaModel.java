package dev.limiter.spring.test;

/**
 * One way in which a server counts requests. Instants are microseconds since the server started and never decrease from
 * one call to the next; the caller sees to that, and to it that one thread calls at a time.
 */
public interface QuotaModel {

    /** Charges one request to the quota if there is room for it at this instant, and says whether there was. */
    boolean admit(long micros);

    /**
     * How long from this instant until a request would be admitted, if nobody else takes the place: exact to the
     * microsecond, and 0 where one would be admitted now. It charges nothing.
     */
    long retryAfterMicros(long micros);
}
