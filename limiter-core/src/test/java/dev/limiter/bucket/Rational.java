package dev.limiter.bucket;

import java.math.BigInteger;

/**
 * An exact fraction; the denominator is above zero. Compare with {@link #compareTo}: it is reduced when it has become long,
 * and not each time, which is most of the work.
 */
record Rational(BigInteger numerator, BigInteger denominator) implements Comparable<Rational> {

    private static final int LONG = 96;

    static final Rational ZERO = of(0);

    static Rational of(long value) {
        return new Rational(BigInteger.valueOf(value), BigInteger.ONE);
    }

    static Rational of(long numerator, long denominator) {
        return new Rational(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator)).reduced();
    }

    private static Rational shortened(BigInteger numerator, BigInteger denominator) {
        Rational fraction = new Rational(numerator, denominator);
        return (denominator.bitLength() > LONG) ? fraction.reduced() : fraction;
    }

    private Rational reduced() {
        BigInteger divisor = this.numerator.gcd(this.denominator);
        return new Rational(this.numerator.divide(divisor), this.denominator.divide(divisor));
    }

    Rational plus(Rational other) {
        if (this.denominator.equals(other.denominator)) {
            return shortened(this.numerator.add(other.numerator), this.denominator);
        }
        return shortened(
                this.numerator.multiply(other.denominator).add(other.numerator.multiply(this.denominator)),
                this.denominator.multiply(other.denominator));
    }

    Rational minus(Rational other) {
        return plus(new Rational(other.numerator.negate(), other.denominator));
    }

    Rational times(Rational other) {
        return shortened(this.numerator.multiply(other.numerator), this.denominator.multiply(other.denominator));
    }

    /** The other must be above zero. */
    Rational dividedBy(Rational other) {
        return times(new Rational(other.denominator, other.numerator));
    }

    Rational min(Rational other) {
        return (compareTo(other) <= 0) ? this : other;
    }

    Rational max(Rational other) {
        return (compareTo(other) >= 0) ? this : other;
    }

    long floor() {
        BigInteger[] parts = this.numerator.divideAndRemainder(this.denominator);
        return parts[0].longValueExact() - (parts[1].signum() < 0 ? 1 : 0);
    }

    long ceil() {
        return -new Rational(this.numerator.negate(), this.denominator).floor();
    }

    @Override
    public int compareTo(Rational other) {
        return this.numerator.multiply(other.denominator).compareTo(other.numerator.multiply(this.denominator));
    }

    @Override
    public String toString() {
        return this.numerator + "/" + this.denominator;
    }
}
