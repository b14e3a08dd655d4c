package dev.limiter.contour;

import java.math.BigInteger;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * What we run: a token bucket's rate and capacity.
 *
 * @param rate how fast permits accrue
 * @param capacity how many permits the full bucket holds, from 1 to 10^9
 * @param arrivalJitter how much later than sent a request may reach the server; the schedule keeps requests far enough
 *     apart for any delay between zero and this. Zero for a limit derived from a quota, where the window has it already
 */
public record Limit(Rate rate, long capacity, Duration arrivalJitter) {

    /** What the arrival jitter is where nothing is said, and the capacity leaves room for it. */
    public static final Duration DEFAULT_ARRIVAL_JITTER = Duration.ofMillis(20);

    static final Duration MAX_ARRIVAL_JITTER = Duration.ofMinutes(1);

    static final Duration MAX_REFILL = CountPerPeriod.MAX_PERIOD;

    private static final Duration LONG_PERIOD = Duration.ofHours(1);

    private static final Duration ONE_MICRO = Duration.ofNanos(1000);

    public Limit {
        if (capacity < 1 || capacity > CountPerPeriod.MAX_COUNT) {
            throw new IllegalArgumentException(
                    "capacity must be from 1 to %d, but is %d".formatted(CountPerPeriod.MAX_COUNT, capacity));
        }
        if (refill(rate, capacity).compareTo(MAX_REFILL) > 0) {
            throw new IllegalArgumentException(
                    "capacity %d takes more than 366 days to refill at %s: write a smaller capacity"
                            .formatted(capacity, rate));
        }
        checkArrivalJitter(arrivalJitter);
    }

    static void checkArrivalJitter(Duration value) {
        if (value.isNegative() || value.compareTo(MAX_ARRIVAL_JITTER) > 0 || value.getNano() % 1000 != 0) {
            throw new IllegalArgumentException(
                    "arrival-jitter must be from 0 to 1 minute, in whole microseconds, but is %s".formatted(value));
        }
    }

    /** A stated limit with the default arrival jitter: 20 ms, or less where the capacity leaves less room. */
    public static Limit of(Rate rate, long capacity) {
        return new Limit(rate, capacity, defaultJitter(rate, capacity));
    }

    /**
     * A stated limit whose capacity is not stated: one second's worth, at least 1; half of the permits for a period of
     * an hour or more.
     */
    public static Limit of(Rate rate) {
        return of(rate, defaultCapacity(rate));
    }

    static long defaultCapacity(Rate rate) {
        if (rate.period().compareTo(LONG_PERIOD) >= 0) {
            return Math.max(1, rate.permits() / 2);
        }
        return Math.max(1, Math.min(CountPerPeriod.MAX_COUNT, (long) Math.floor(rate.perSecond())));
    }

    /**
     * The jitter that costs nothing: (capacity − 1) / rate, at most 20 ms. Less a microsecond, since the instants of slots
     * are rounded up to one.
     */
    static Duration defaultJitter(Rate rate, long capacity) {
        Duration free = refill(rate, capacity - 1);
        if (free.compareTo(DEFAULT_ARRIVAL_JITTER) > 0) {
            return DEFAULT_ARRIVAL_JITTER;
        }
        return free.compareTo(ONE_MICRO) > 0 ? free.minus(ONE_MICRO) : Duration.ZERO;
    }

    /** How long so many permits take to accrue, in whole microseconds, rounded down. */
    private static Duration refill(Rate rate, long permits) {
        BigInteger micros = BigInteger.valueOf(permits)
                .multiply(BigInteger.valueOf(micros(rate.period())))
                .divide(BigInteger.valueOf(rate.permits()));
        return Duration.of(micros.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact(), ChronoUnit.MICROS);
    }

    /** The most that any interval of the given length can hold: ⌊capacity + rate × interval⌋. */
    public long worstCase(Duration interval) {
        return worstCase(this.rate, this.capacity, interval);
    }

    static long worstCase(Rate rate, long capacity, Duration interval) {
        BigInteger permits = BigInteger.valueOf(rate.permits());
        BigInteger refill = permits.multiply(BigInteger.valueOf(micros(interval)))
                .divide(BigInteger.valueOf(micros(rate.period())));
        return refill.add(BigInteger.valueOf(capacity)).longValueExact();
    }

    private static long micros(Duration duration) {
        return Math.addExact(Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1000);
    }

    @Override
    public String toString() {
        return this.rate + " capacity " + this.capacity;
    }
}
