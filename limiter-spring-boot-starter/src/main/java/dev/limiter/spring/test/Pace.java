package dev.limiter.spring.test;

import java.math.BigInteger;

/**
 * A steady pace of so many events per period, kept as the exact fraction. An interval in whole microseconds would drift:
 * 30,000 a second would run 1 % fast.
 *
 * @param events how many
 * @param periodMicros in which time, in microseconds
 */
public record Pace(long events, long periodMicros) {

    /** Nothing ever happens. */
    public static final Pace NEVER = new Pace(0, 1);

    public Pace {
        // In lowest terms, products with an instant stay within a long for months.
        long common =
                BigInteger.valueOf(events).gcd(BigInteger.valueOf(periodMicros)).longValueExact();
        events /= common;
        periodMicros /= common;
    }

    /** The instant of the {@code k}-th event, rounded up to the microsecond; the 0th is at 0. */
    public long instantOf(long k) {
        return ceilDiv(Math.multiplyExact(k, this.periodMicros), this.events);
    }

    /** How many events there were after 0, up to and including this instant. */
    public long countUntil(long micros) {
        return Math.multiplyExact(micros, this.events) / this.periodMicros;
    }

    static long ceilDiv(long dividend, long divisor) {
        return -Math.floorDiv(-dividend, divisor);
    }
}
