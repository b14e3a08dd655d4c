package dev.limiter.test;

import dev.limiter.bucket.Ticker;
import dev.limiter.contour.Limit;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * When requests arrived, and what must be true of that. Instants are told as the time since this object was made, to the
 * microsecond. Safe for use by many threads.
 */
public final class Arrivals {

    private final Ticker clock;

    private final long start;

    private final List<Long> micros = new ArrayList<>();

    /**
     * Nothing has arrived yet.
     *
     * @param clock a {@link VirtualClock}, or {@link Ticker#system()}
     */
    public Arrivals(Ticker clock) {
        this.clock = clock;
        this.start = clock.micros();
    }

    /** A request arrives now. */
    public synchronized void record() {
        this.micros.add(this.clock.micros() - this.start);
    }

    /** Forgets what has arrived. Instants are told as before. */
    public synchronized void clear() {
        this.micros.clear();
    }

    /** How many have arrived. */
    public synchronized int count() {
        return this.micros.size();
    }

    /** When they arrived, the earliest first. */
    public List<Duration> instants() {
        return sorted().stream().map(Micros::toDuration).toList();
    }

    /**
     * No window of that length holds more, wherever it begins. Windows are half open: what arrives exactly one window later is
     * in the next one.
     *
     * @throws AssertionError when one does, with the fullest of them
     */
    public void assertNoWindowHoldsMoreThan(int most, Duration window) {
        List<Long> all = sorted();
        long length = Micros.of(window);
        int worst = 0;
        int worstOldest = 0;
        int oldest = 0;
        for (int newest = 0; newest < all.size(); newest++) {
            while (all.get(newest) - all.get(oldest) >= length) {
                oldest++;
            }
            if (newest - oldest + 1 > worst) {
                worst = newest - oldest + 1;
                worstOldest = oldest;
            }
        }
        if (worst > most) {
            throw new AssertionError("a window of %s holds %d arrivals and not %d at most: %s"
                    .formatted(Micros.inSeconds(window), worst, most, span(all, worstOldest, worstOldest + worst - 1)));
        }
    }

    /**
     * Any interval of length T holds at most capacity + rate × (T + arrival jitter), to the microsecond: a server that counts
     * by this limit has nothing to refuse.
     *
     * @throws AssertionError when one holds more, with that which is furthest above
     */
    public void assertWithin(Limit limit) {
        List<Long> all = sorted();
        long permits = limit.rate().permits();
        long period = Micros.of(limit.rate().period());
        long common =
                BigInteger.valueOf(permits).gcd(BigInteger.valueOf(period)).longValueExact();
        // count ≤ capacity + permits / period × length, without a division, is a bound on the growth of level
        BigInteger step = BigInteger.valueOf(period / common);
        BigInteger accrual = BigInteger.valueOf(permits / common);
        BigInteger bound = step.multiply(BigInteger.valueOf(limit.capacity() - 1))
                .add(accrual.multiply(BigInteger.valueOf(Micros.of(limit.arrivalJitter()) + 1)));
        BigInteger lowest = BigInteger.ZERO;
        BigInteger most = BigInteger.ZERO;
        int oldest = 0;
        int from = 0;
        int to = 0;
        for (int i = 0; i < all.size(); i++) {
            BigInteger level =
                    step.multiply(BigInteger.valueOf(i)).subtract(accrual.multiply(BigInteger.valueOf(all.get(i))));
            if (i == 0 || level.compareTo(lowest) < 0) {
                lowest = level;
                oldest = i;
            }
            if (level.subtract(lowest).compareTo(most) > 0) {
                most = level.subtract(lowest);
                from = oldest;
                to = i;
            }
        }
        if (!all.isEmpty() && most.compareTo(bound) > 0) {
            throw new AssertionError(
                    "more than %s allows: %d arrivals %s".formatted(limit, to - from + 1, span(all, from, to)));
        }
    }

    /**
     * Nothing arrives after the one instant and before the other, as in a pause.
     *
     * @throws AssertionError when something does, with the first of it
     */
    public void assertNothingBetween(Duration from, Duration to) {
        List<Duration> between = instants().stream()
                .filter(instant -> instant.compareTo(from) > 0 && instant.compareTo(to) < 0)
                .toList();
        if (!between.isEmpty()) {
            throw new AssertionError("%d arrivals between %s and %s, the first at %s"
                    .formatted(
                            between.size(),
                            Micros.inSeconds(from),
                            Micros.inSeconds(to),
                            Micros.inSeconds(between.get(0))));
        }
    }

    private synchronized List<Long> sorted() {
        return this.micros.stream().sorted().toList();
    }

    private static String span(List<Long> all, int from, int to) {
        return "from %s to %s"
                .formatted(
                        Micros.inSeconds(Micros.toDuration(all.get(from))),
                        Micros.inSeconds(Micros.toDuration(all.get(to))));
    }

    @Override
    public String toString() {
        return "Arrivals"
                + sorted().stream()
                        .map(at -> Micros.inSeconds(Micros.toDuration(at)))
                        .toList();
    }
}
