package dev.limiter.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TokenBucketTests {

    /**
     * Holds as long as the arrival jitter is free for k at once, (capacity − k) / rate ≥ J, with a microsecond for the
     * rounding of instants; without jitter it always does.
     */
    @Test
    void k_at_once_leave_when_the_last_of_k_single_ones_does_and_leave_the_same_behind() {
        long checked = 0;
        for (long seed = 0; seed < 5_000; seed++) {
            Random random = new Random(seed);
            Limit limit = limit(random);
            int k = 1 + random.nextInt((int) limit.capacity());
            if (!isJitterFree(limit, k)) {
                continue;
            }
            checked++;
            TokenBucket bucket = new TokenBucket(limit);
            FullAt together = FullAt.at(0);
            FullAt singly = FullAt.at(0);
            long now = 0;
            for (int round = 0; round < 20; round++) {
                now += random.nextInt(3) * bucket.refillMicros() / 3;
                long at = bucket.earliest(together, now, k);
                together = bucket.charge(together, at, k);
                long last = now;
                for (int i = 0; i < k; i++) {
                    last = bucket.earliest(singly, now, 1);
                    singly = bucket.charge(singly, last, 1);
                }
                assertThat(last).as("seed %d: %s, %d at once", seed, limit, k).isEqualTo(at);
                assertThat(singly).as("seed %d: %s, %d at once", seed, limit, k).isEqualTo(together);
                now = at;
            }
        }
        assertThat(checked).isGreaterThan(1_000);
    }

    private static Limit limit(Random random) {
        Rate rate = new Rate(1 + random.nextInt(100_000), Duration.ofNanos((1 + random.nextInt(100_000_000)) * 1000L));
        int capacity = 1 + random.nextInt(50);
        return switch (random.nextInt(3)) {
            case 0 -> new Limit(rate, capacity, Duration.ZERO);
            case 1 -> new Limit(rate, capacity, Duration.ofNanos(random.nextInt(30_000) * 1000L));
            default -> Limit.of(rate, capacity);
        };
    }

    private static boolean isJitterFree(Limit limit, int k) {
        long jitter = limit.arrivalJitter().toNanos() / 1000;
        double room = (limit.capacity() - k) * 1e6 / limit.rate().perSecond();
        return jitter == 0 || room >= jitter + 1;
    }

    @Test
    void the_permits_of_a_very_long_queue_do_not_overflow() {
        // the fraction of a microsecond is counted in 1 / 999,999,937
        Rate rate = new Rate(999_999_937, Duration.ofDays(366));
        TokenBucket bucket = new TokenBucket(new Limit(rate, 999_999_937, Duration.ZERO));
        long permits = 10_000L * 999_999_937;

        long at = bucket.free(FullAt.at(0), permits);

        assertThat(at).isEqualTo(9_999 * Duration.ofDays(366).toSeconds() * 1_000_000);
    }

    @Test
    void other_terms_carry_over_what_was_spent_and_leave_no_more_than_was_left() {
        TokenBucket fast = new TokenBucket(new Limit(Rate.parse("10/s"), 10, Duration.ZERO));
        TokenBucket slow = new TokenBucket(new Limit(Rate.parse("3/s"), 3, Duration.ZERO));

        // empty stays empty
        assertThat(slow.carry(fast.emptyAt(0), fast, 0)).isEqualTo(FullAt.at(1_000_000));
        assertThat(fast.carry(slow.emptyAt(0), slow, 0)).isEqualTo(FullAt.at(1_000_000));
        // full is full, of the smaller capacity
        assertThat(slow.carry(FullAt.at(0), fast, 0)).isEqualTo(FullAt.at(0));
        assertThat(fast.carry(FullAt.at(0), slow, 0)).isEqualTo(FullAt.at(700_000));
        // nine spent are more than three: nothing is left; two spent are two
        assertThat(slow.carry(FullAt.at(900_000), fast, 0)).isEqualTo(FullAt.at(1_000_000));
        assertThat(slow.carry(FullAt.at(200_000), fast, 0)).isEqualTo(FullAt.at(666_667));
        // one left is one left: nine of ten are missing
        assertThat(fast.carry(FullAt.at(666_667), slow, 0)).isEqualTo(FullAt.at(900_001));
        // taken in advance is taken, as far as a capacity
        assertThat(slow.carry(FullAt.at(1_200_000), fast, 0)).isEqualTo(FullAt.at(1_666_667));
        assertThat(slow.carry(FullAt.at(900_000_000), fast, 0)).isEqualTo(FullAt.at(2_000_000));
        // there and back again mints nothing
        FullAt back = fast.carry(slow.carry(FullAt.at(900_000), fast, 0), slow, 0);
        assertThat(back).isEqualTo(FullAt.at(1_000_000));
    }
}
