package dev.limiter.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import java.math.BigInteger;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * After 10^9 permits the schedule is where exact arithmetic has it. One by one they would take minutes, so this is shown in
 * three steps: singles are exact as far as they are counted; the state moves by exactly one cycle in each cycle; and 10^9
 * permits, taken in portions, end where they should.
 */
class TokenBucketDriftTests {

    private static final int SINGLES = 200_000;

    @ParameterizedTest
    @CsvSource({
        "3/s, 1",
        "3/s, 3",
        "7/m, 1",
        "7/m, 10",
        "30000/s, 1",
        "30000/s, 2",
        "30000/s, 30000",
        "1/w, 1",
        "1/w, 5",
        "1000000/s, 1",
        "1000000/s, 1000000"
    })
    void each_of_the_first_200_000_single_permits_leaves_at_its_exact_instant_rounded_up(String rate, long capacity) {
        Limit limit = Limit.of(Rate.parse(rate), capacity);
        TokenBucket bucket = new TokenBucket(limit);
        long jitter = limit.arrivalJitter().toNanos() / 1000;
        BigInteger permits = BigInteger.valueOf(limit.rate().permits());
        BigInteger period = BigInteger.valueOf(limit.rate().period().toNanos() / 1000);
        FullAt fullAt = FullAt.at(0);
        for (long i = 0; i < SINGLES; i++) {
            long at = bucket.earliest(fullAt, 0, 1);
            fullAt = bucket.charge(fullAt, at, 1);
            // the first leaves at 0 and may arrive at J; each waits for those before it, less what the capacity holds
            BigInteger exact = ceilDivide(BigInteger.valueOf(i + 1 - capacity).multiply(period), permits);
            long expected = (i == 0) ? 0 : Math.max(0, exact.longValueExact() + jitter);
            if (at != expected) {
                assertThat(at).as("permit %d of %s", i, limit).isEqualTo(expected);
            }
        }
    }

    private static BigInteger ceilDivide(BigInteger dividend, BigInteger divisor) {
        BigInteger[] parts = dividend.divideAndRemainder(divisor);
        return (parts[1].signum() > 0) ? parts[0].add(BigInteger.ONE) : parts[0];
    }

    /** A cycle is as many permits as take a whole number of microseconds: what holds after one holds after 10^9. */
    @ParameterizedTest
    @CsvSource({"3/s, 3, 1000000", "7/m, 7, 60000000", "30000/s, 3, 100", "1/w, 1, 604800000000", "1000000/s, 1, 1"})
    void a_cycle_of_single_permits_moves_the_state_by_its_exact_length_and_changes_nothing_else(
            String rate, int permits, long micros) {
        for (long capacity : new long[] {1, 2, 10}) {
            TokenBucket bucket = new TokenBucket(new Limit(Rate.parse(rate), capacity, Duration.ZERO));
            FullAt fullAt = bucket.emptyAt(0);
            for (int cycle = 1; cycle <= 1_000; cycle++) {
                FullAt before = fullAt;
                for (int i = 0; i < permits; i++) {
                    fullAt = bucket.charge(fullAt, bucket.earliest(fullAt, 0, 1), 1);
                }
                assertThat(fullAt).isEqualTo(new FullAt(before.micros() + micros, before.rest()));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"3/s, 1000000", "7/m, 1000000", "30000/s, 30000", "30000/s, 999983", "1/w, 52", "1000000/s, 1000000"})
    void a_billion_permits_in_portions_end_at_the_exact_instant(String rate, int capacity) {
        Limit limit = new Limit(Rate.parse(rate), capacity, Duration.ZERO);
        TokenBucket bucket = new TokenBucket(limit);
        int[] portions = {capacity, capacity - 1, capacity / 2};
        BigInteger elapsed = BigInteger.ZERO;
        FullAt fullAt = FullAt.at(0);
        long left = 1_000_000_000;
        for (int i = 0; left > 0; i++) {
            int portion = (int) Math.min(left, portions[i % portions.length]);
            fullAt = bucket.charge(fullAt, bucket.earliest(fullAt, 0, portion), portion);
            left -= portion;
            // 10^9 weeks are more microseconds than a long holds: the clock is set back by what has passed
            elapsed = elapsed.add(BigInteger.valueOf(fullAt.micros()));
            fullAt = new FullAt(0, fullAt.rest());
        }
        BigInteger exact = BigInteger.valueOf(1_000_000_000)
                .multiply(BigInteger.valueOf(limit.rate().period().toNanos() / 1000))
                .divide(BigInteger.valueOf(limit.rate().permits()));
        assertThat(elapsed).isEqualTo(exact);
    }

    @ParameterizedTest
    @CsvSource({"3/s, 1000", "7/m, 999", "30000/s, 30000", "1/w, 52", "1000000/s, 1000000"})
    void a_portion_ends_where_as_many_single_permits_do(String rate, int capacity) {
        TokenBucket bucket = new TokenBucket(new Limit(Rate.parse(rate), capacity, Duration.ZERO));
        FullAt portion = bucket.emptyAt(0);
        FullAt singly = bucket.emptyAt(0);
        for (int round = 0; round < 3; round++) {
            portion = bucket.charge(portion, bucket.earliest(portion, 0, capacity), capacity);
            for (int i = 0; i < capacity; i++) {
                singly = bucket.charge(singly, bucket.earliest(singly, 0, 1), 1);
            }
            assertThat(singly).isEqualTo(portion);
        }
    }
}
