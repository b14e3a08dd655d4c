package dev.limiter.sample.api;

import java.math.BigInteger;

/**
 * A steady pace of so many events per period, kept as the exact fraction. An interval in whole microseconds would drift:
 * 30,000 a second would run 1 % fast.
 */
record Pace(long events, long periodMicros) {

    static final Pace NEVER = new Pace(0, 1);

    Pace {
        // In lowest terms, products with an instant stay within a long for months.
        long common =
                BigInteger.valueOf(events).gcd(BigInteger.valueOf(periodMicros)).longValueExact();
        events /= common;
        periodMicros /= common;
    }

    /** The instant of the {@code k}-th event, rounded up to the microsecond; the 0th is at 0. */
    long instantOf(long k) {
        return ceilDiv(Math.multiplyExact(k, periodMicros), events);
    }

    /** How many events there were after 0, up to and including this instant. */
    long countUntil(long micros) {
        return Math.multiplyExact(micros, events) / periodMicros;
    }

    static long ceilDiv(long dividend, long divisor) {
        return -Math.floorDiv(-dividend, divisor);
    }
}
