package dev.limiter.bucket;

import dev.limiter.contour.Limit;

/**
 * The naive twin of {@link TokenBucket}: the two numbers that everybody writes down first, a balance and the instant
 * until which refill has been counted, in exact fractions. Slow and simple on purpose; it is what the other is compared
 * with, and, without arrival jitter, the server that must refuse nothing.
 *
 * <p>A balance below zero is what has been promised ahead.
 */
final class RationalBucket {

    private final Rational capacity;

    /** Permits for each microsecond. */
    private final Rational rate;

    private final long jitter;

    private Rational balance;

    private Rational countedTo;

    RationalBucket(Limit limit, long jitterMicros, boolean full, long now) {
        this.capacity = Rational.of(limit.capacity());
        this.rate = Rational.of(limit.rate().permits(), limit.rate().period().toNanos() / 1000);
        this.jitter = jitterMicros;
        this.balance = full ? this.capacity : Rational.ZERO;
        this.countedTo = Rational.of(now);
    }

    /** A full bucket as a server has it: it counts by its own clock when requests arrive. */
    static RationalBucket server(Limit limit, long now) {
        return new RationalBucket(limit, 0, true, now);
    }

    /** The first instant with enough balance, which may have been in the past. */
    Rational enoughAt(long cost) {
        return this.countedTo.plus(Rational.of(cost).minus(this.balance).dividedBy(this.rate));
    }

    void take(long cost, long at) {
        Rational enough = enoughAt(cost);
        // Its own instant, rounded up for others to use: without jitter it counts from what it was.
        boolean own = this.jitter == 0 && enough.ceil() == at;
        countTo(own ? enough : Rational.of(at + this.jitter));
        this.balance = this.balance.minus(Rational.of(cost));
    }

    /** Takes what the balance has; refuses otherwise, as a server does. */
    boolean tryTake(long cost, long at) {
        countTo(Rational.of(at));
        if (this.balance.compareTo(Rational.of(cost)) < 0) {
            return false;
        }
        this.balance = this.balance.minus(Rational.of(cost));
        return true;
    }

    void giveBack(long cost) {
        this.balance = this.balance.plus(Rational.of(cost));
    }

    /** What was promised for later is not owed any more: it is empty at worst when the last request has arrived. */
    void forgive(long from) {
        Rational arrived = Rational.of(from + this.jitter);
        if (balanceAt(arrived).compareTo(Rational.ZERO) < 0) {
            this.balance = Rational.ZERO;
            this.countedTo = arrived;
        }
    }

    /** Nothing is left at that instant. */
    void empty(long at) {
        Rational instant = Rational.of(at);
        if (balanceAt(instant).compareTo(Rational.ZERO) > 0) {
            this.balance = Rational.ZERO;
            this.countedTo = instant;
        }
    }

    Rational refillTime() {
        return this.capacity.dividedBy(this.rate);
    }

    /** When it is full again if nobody takes anything. */
    Rational fullAt() {
        return enoughAt(0).plus(refillTime());
    }

    /** How many permits can be used until that end. */
    Rational room(long now, long end) {
        return this.capacity.plus(
                Rational.of(end).minus(Rational.of(now).max(fullAt())).times(this.rate));
    }

    private void countTo(Rational instant) {
        Rational there = balanceAt(instant);
        // What was given back may have filled it before the instant until which refill had been counted.
        if (instant.compareTo(this.countedTo) > 0 || there.compareTo(this.capacity) > 0) {
            this.balance = this.capacity.min(there);
            this.countedTo = instant;
        }
    }

    private Rational balanceAt(Rational instant) {
        return this.balance.plus(instant.minus(this.countedTo).times(this.rate));
    }
}
