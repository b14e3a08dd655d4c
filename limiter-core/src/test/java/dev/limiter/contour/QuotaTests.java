package dev.limiter.contour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaTests {

    private static final Duration JITTER = Duration.ofMillis(20);

    private static final Duration ONE_MICRO = Duration.ofNanos(1000);

    @ParameterizedTest
    @CsvSource({
        // quota, headroom, capacity, permits of the rate
        "10/s, 0, 1, 10",
        "100/s, 0, 2, 99",
        "3000/5m, .2, 20, 2381",
        "15/m, 0, 1, 15",
        "15/m, .2, 1, 12",
        "10000/d, .2, 5000, 3001",
        "10000/d, .6, 2000, 2001",
        "2/d, 0, 1, 2",
        "1/w, 0, 1, 1",
        "1000/365d, .2, 401, 400",
        "3/h, .2, 1, 2",
        "1000000/s, 0, 20000, 980001"
    })
    void the_limit_is_a_small_bucket_and_what_is_left_of_the_quota(
            String quota, double headroom, long capacity, long permits) {
        Limit limit = Quota.parse(quota).toLimit(headroom, JITTER);

        Duration window = Quota.parse(quota).window();
        assertThat(limit)
                .isEqualTo(new Limit(new Rate(permits, window.plus(JITTER).plus(ONE_MICRO)), capacity, Duration.ZERO));
    }

    @ParameterizedTest
    @CsvSource({"10/s, .98", "100/s, .97"})
    void most_of_a_quota_is_left_where_nothing_is_reserved(String quota, double share) {
        Quota documented = Quota.parse(quota);

        double usable = documented.toLimit(0, JITTER).rate().perSecond();

        assertThat(usable / (documented.requests() / (documented.window().toNanos() / 1e9)))
                .isCloseTo(share, within(.005));
    }

    @Test
    void no_window_can_hold_more_than_the_usable_quota_and_none_could_hold_a_permit_more() {
        for (long seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            Quota quota = new Quota(
                    1 + random.nextLong((long) Math.pow(10, 1 + random.nextInt(9))),
                    Duration.ofNanos(1000 * (1 + random.nextLong((long) Math.pow(10, 3 + random.nextInt(11))))));
            double headroom = random.nextInt(3) == 0 ? 0 : random.nextInt(100) / 100.0;
            Duration jitter = Duration.ofNanos(1000L * random.nextInt(100_000));
            if (quota.requests() * (1 - headroom) < 1.1) {
                continue;
            }
            check(quota, headroom, jitter, "seed " + seed);
        }
    }

    private static void check(Quota quota, double headroom, Duration jitter, String seed) {
        long usable = quota.usable(headroom);
        Duration window = quota.window().plus(jitter);
        Limit limit = quota.toLimit(headroom, jitter);
        assertThat(usable).as(seed).isLessThanOrEqualTo((long) Math.floor(quota.requests() * (1 - headroom) + 1e-6));
        assertThat(limit.worstCase(window)).as("%s: %s", seed, quota).isLessThanOrEqualTo(usable);
        // Slower than a permit for each microsecond, which is what the window is longer by.
        if (limit.rate().permits() < window.toNanos() / 1000 && limit.rate().permits() < 1_000_000_000) {
            assertThat(limit.worstCase(window)).as("%s: %s", seed, quota).isEqualTo(usable);
            Rate faster = new Rate(limit.rate().permits() + 1, limit.rate().period());
            assertThat(Limit.worstCase(faster, limit.capacity(), window))
                    .as("%s: %s", seed, quota)
                    .isGreaterThan(usable);
        }
    }

    @Test
    void half_of_a_long_windows_quota_may_go_at_once_unless_the_headroom_takes_it() {
        assertThat(Quota.parse("10000/d").toLimit(0, JITTER).capacity()).isEqualTo(5000);
        assertThat(Quota.parse("10000/h").toLimit(.2, JITTER).capacity()).isEqualTo(5000);
        assertThat(Quota.parse("10000/59m").toLimit(.2, JITTER).capacity()).isEqualTo(5);
        assertThat(Quota.parse("10000/d").toLimit(.5, JITTER).capacity()).isEqualTo(2500);
    }

    @Test
    void the_longest_window_leaves_a_rate_of_a_year_for_itself_and_the_jitter() {
        Limit limit = Quota.parse("1/365d").toLimit(0, Duration.ofMinutes(1));

        assertThat(limit.rate().period())
                .isEqualTo(Duration.ofDays(365).plusMinutes(1).plus(ONE_MICRO));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quota.parse("1/366d"))
                .withMessage("'1/366d': the window must be at most 365 days");
    }

    @Test
    void p107_a_headroom_that_leaves_nothing_is_refused_with_what_to_write_instead() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quota.parse("1/s").toLimit(.2, JITTER))
                .withMessage("a headroom of 20 % leaves no request of the quota 1/s: write headroom: 0%,"
                        + " or the quota of a longer window");
        for (double bad : new double[] {-.01, 1, 20, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Quota.parse("10/s").toLimit(bad, JITTER))
                    .withMessageContaining("headroom must be from 0% to below 100%, but is ");
        }
    }

    @Test
    void p107_an_arrival_jitter_below_zero_does_not_raise_the_rate() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quota.parse("10/s").toLimit(0, Duration.ofMillis(-500)))
                .withMessageContaining("arrival-jitter must be from 0 to 1 minute");
    }
}
