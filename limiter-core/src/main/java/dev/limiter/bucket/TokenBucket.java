package dev.limiter.bucket;

import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import java.math.BigInteger;
import java.time.Duration;

/*
 * The whole bucket is one number: fullAt, the instant at which it will be full again if nobody takes anything more.
 * The permits left at t are capacity − max(0, fullAt − t) × rate. Taking a cost moves fullAt later by cost / rate; a
 * cost may be taken at the first t at which fullAt − t would not exceed capacity / rate afterwards. This is the generic
 * cell rate algorithm (ITU-T I.371) with its "theoretical arrival time" under a name that a person understands.
 *
 * Requests reach the server up to J later than they left, so the server's bucket may start to refill up to J later than
 * ours. Counting from t + J, fullAt = max(fullAt, t + J) + cost / rate, is never earlier than the server's own number,
 * for any delay in [0, J]; that is all it takes to earn no refusal from a server with the same bucket.
 *
 * One permit takes period / permits microseconds, which is seldom whole: 30,000/s takes 33 1/3. The fraction is kept as
 * an integer count of 1 / permits, so the schedule is exact rational arithmetic and never drifts.
 */

/** The arithmetic of one limit: pure functions of (fullAt, time, cost). Immutable. */
final class TokenBucket {

    private static final long SECOND = 1_000_000;

    private final long capacity;

    /** How long all its permits take: whole microseconds, and what is beyond them in 1 / unit. */
    private final long capacityWhole;

    private final long capacityRest;

    private final long jitter;

    /** One permit takes {@code whole + rest / unit} microseconds. */
    private final long whole;

    private final long rest;

    private final long unit;

    private final double permitsPerMicro;

    TokenBucket(Limit limit) {
        Rate rate = limit.rate();
        long period = micros(rate.period());
        long divisor = gcd(period, rate.permits());
        this.unit = rate.permits() / divisor;
        this.whole = period / divisor / this.unit;
        this.rest = period / divisor % this.unit;
        this.permitsPerMicro = (double) rate.permits() / period;
        this.capacity = limit.capacity();
        this.capacityWhole = wholeOf(this.capacity);
        this.capacityRest = restOf(this.capacity);
        this.jitter = micros(limit.arrivalJitter());
    }

    static long micros(Duration duration) {
        return duration.getSeconds() * 1_000_000L + duration.getNano() / 1000;
    }

    private static long gcd(long a, long b) {
        return (b == 0) ? a : gcd(b, a % b);
    }

    /** Capacity over rate, rounded up: how long an empty bucket takes to be full. */
    long refillMicros() {
        return this.capacityWhole + ((this.capacityRest > 0) ? 1 : 0);
    }

    /** The first instant, not before {@code now}, at which the cost may be taken. */
    long earliest(FullAt fullAt, long now, long cost) {
        return Math.max(now, free(fullAt, cost));
    }

    /** As {@link #earliest}, without a lower bound: may lie in the past. The cost may exceed the capacity. */
    long free(FullAt fullAt, long cost) {
        long micros = fullAt.micros() + wholeOf(cost) - this.capacityWhole;
        // rounded up; from above -unit to below 2 units
        long rest = fullAt.rest() + restOf(cost) - this.capacityRest;
        return micros + ((rest > 0) ? 1 : 0) + ((rest > this.unit) ? 1 : 0);
    }

    /** The state after the cost was taken at {@code at}. */
    FullAt charge(FullAt fullAt, long at, long cost) {
        boolean later = fullAt.isBefore(at + this.jitter) && !isRoundedUp(fullAt, at, cost);
        return add(later ? at + this.jitter : fullAt.micros(), later ? 0 : fullAt.rest(), cost);
    }

    /*
     * A cost that takes the whole bucket may be taken when it is full again, which is not always a whole microsecond.
     * Counting from the instant rounded up would lose the difference each time: 30,000/s of capacity 1 would be 2 %
     * slow. Where there is jitter, it loses it: there the promise is that the server refuses nothing.
     */
    private boolean isRoundedUp(FullAt fullAt, long at, long cost) {
        return this.jitter == 0 && fullAt.rest() > 0 && free(fullAt, cost) == at;
    }

    /** The state after the last cost that was taken is given back. */
    FullAt refund(FullAt fullAt, long cost) {
        long micros = fullAt.micros() - wholeOf(cost);
        long left = fullAt.rest() - restOf(cost);
        return (left < 0) ? new FullAt(micros - 1, left + this.unit) : new FullAt(micros, left);
    }

    /** The state of a bucket that is empty at the instant. */
    FullAt emptyAt(long instant) {
        return add(FullAt.at(instant), this.capacity);
    }

    /** The state when everything that was booked after the instant is void. */
    FullAt voidAfter(FullAt fullAt, long instant) {
        return fullAt.earlierOf(emptyAt(instant + this.jitter));
    }

    /**
     * The state in these terms of what was counted in others until now. What was spent stays spent, as far as this
     * capacity; and no more permits are left than were, so that calls that come by turns with these and with those terms
     * mint none. What was taken in advance is taken, as far as one capacity, or one second's worth where that is more.
     *
     * @param last the terms until now
     * @param from now, or the end of a pause
     */
    FullAt carry(FullAt fullAt, TokenBucket last, long from) {
        // Permits are counted in as many parts as one of the last terms' permits takes.
        BigInteger permit = last.permitTime();
        BigInteger rest = BigInteger.valueOf(fullAt.isBefore(from) ? 0 : fullAt.rest());
        BigInteger spent = BigInteger.valueOf(Math.max(0, fullAt.micros() - from))
                .multiply(BigInteger.valueOf(last.unit))
                .add(rest);
        BigInteger all = permit.multiply(BigInteger.valueOf(this.capacity));
        BigInteger notLeft = spent.add(permit.multiply(BigInteger.valueOf(this.capacity - last.capacity)));
        BigInteger parts = permit.multiply(BigInteger.valueOf(this.unit));
        BigInteger ahead = all.max(parts.multiply(BigInteger.valueOf(SECOND)).divide(permitTime()));
        BigInteger missing = spent.min(all).max(notLeft).min(all.add(ahead));
        BigInteger micros = missing.multiply(permitTime())
                .add(parts.subtract(BigInteger.ONE))
                .divide(parts);
        return FullAt.at(from + micros.longValueExact());
    }

    /** One permit's time in 1 / unit microseconds. */
    private BigInteger permitTime() {
        return BigInteger.valueOf(this.whole)
                .multiply(BigInteger.valueOf(this.unit))
                .add(BigInteger.valueOf(this.rest));
    }

    /** About how many permits fit from {@code now} until {@code end}. */
    double room(FullAt fullAt, long now, long end) {
        return this.capacity + (end - Math.max(now, fullAt.micros())) * this.permitsPerMicro;
    }

    private FullAt add(FullAt fullAt, long cost) {
        return add(fullAt.micros(), fullAt.rest(), cost);
    }

    /** One place that makes the result: so the compiler sees that a charge needs no object. */
    private FullAt add(long micros, long rest, long cost) {
        long sum = rest + restOf(cost);
        boolean carries = sum >= this.unit;
        long whole = micros + wholeOf(cost);
        return new FullAt(carries ? whole + 1 : whole, carries ? sum - this.unit : sum);
    }

    // In this order no product overflows, for as many permits as fit into 10,000 years. Nearly always it is one.

    private long wholeOf(long permits) {
        if (permits == 1) {
            return this.whole;
        }
        return permits * this.whole + permits / this.unit * this.rest + permits % this.unit * this.rest / this.unit;
    }

    private long restOf(long permits) {
        if (permits == 1) {
            return this.rest;
        }
        return permits % this.unit * this.rest % this.unit;
    }
}
