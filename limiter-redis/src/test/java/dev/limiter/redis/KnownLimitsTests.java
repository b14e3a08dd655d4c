package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.bucket.LimitsChange;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import dev.limiter.redis.KnownLimits.Next;
import dev.limiter.redis.KnownLimits.Occasion;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When a process asks for changed limits, keeps them alive, and writes them again. */
class KnownLimitsTests {

    private static final long DAY = TimeUnit.DAYS.toMicros(1);

    private static final long HOUR = TimeUnit.HOURS.toMicros(1);

    private static final long MILLI = 1_000;

    private final KnownLimits known = new KnownLimits();

    private static LimitsChange change(long revision) {
        return new LimitsChange(revision, List.of(Limit.of(Rate.parse("7/m"))));
    }

    private static LimitsChange reset(long revision) {
        return new LimitsChange(revision, List.of());
    }

    @Test
    void where_nothing_was_changed_a_use_is_no_occasion_for_anything() {
        for (int day = 0; day < 30; day++) {
            assertThat(this.known.used(true, day * DAY)).isEqualTo(Occasion.NONE);
        }
    }

    @Test
    void where_a_change_may_not_be_heard_a_use_asks_four_times_a_second_at_most() {
        assertThat(this.known.used(false, 0)).isEqualTo(Occasion.ASK);
        assertThat(this.known.used(false, 249 * MILLI)).isEqualTo(Occasion.NONE);
        assertThat(this.known.used(false, 250 * MILLI)).isEqualTo(Occasion.ASK);
        assertThat(this.known.used(true, 900 * MILLI)).isEqualTo(Occasion.NONE);
    }

    @Test
    void what_was_just_written_is_kept_alive_once_an_hour_by_whoever_uses_the_contour() {
        assertThat(this.known.learn(change(5), true, 0)).isEqualTo(Next.TELL);
        assertThat(this.known.used(true, HOUR - 1)).isEqualTo(Occasion.NONE);
        assertThat(this.known.used(true, HOUR)).isEqualTo(Occasion.KEEP);
        // it was not answered
        assertThat(this.known.used(true, HOUR + 1)).isEqualTo(Occasion.NONE);
        assertThat(this.known.used(false, HOUR + HOUR / 60)).isEqualTo(Occasion.KEEP);
        assertThat(this.known.learn(change(5), true, HOUR + HOUR / 60)).isEqualTo(Next.NOTHING);
        assertThat(this.known.used(true, 2 * HOUR)).isEqualTo(Occasion.NONE);
    }

    @Test
    void what_was_read_is_kept_alive_from_the_first_use_on() {
        this.known.learn(change(5), false, 0);
        assertThat(this.known.used(true, 1)).isEqualTo(Occasion.KEEP);
    }

    @Test
    void that_the_configured_limits_hold_is_not_kept_alive() {
        this.known.learn(reset(5), false, 0);
        assertThat(this.known.used(true, DAY)).isEqualTo(Occasion.NONE);
    }

    @Test
    void what_comes_late_is_no_news_and_what_was_lost_is_written_again() {
        this.known.learn(change(5), true, 0);
        assertThat(this.known.learn(change(4), false, 1)).isEqualTo(Next.WRITE);
        assertThat(this.known.learn(LimitsChange.NONE, false, 7 * DAY - 1)).isEqualTo(Next.WRITE);
        assertThat(this.known.change()).isEqualTo(change(5));
    }

    @Test
    void what_is_gone_after_a_week_without_use_is_over() {
        this.known.learn(change(5), true, 0);
        // a new connection looks at it, and that is no use
        assertThat(this.known.learn(change(5), false, 6 * DAY)).isEqualTo(Next.NOTHING);
        assertThat(this.known.used(true, 8 * DAY)).isEqualTo(Occasion.ASK_AND_KEEP);
        assertThat(this.known.learn(LimitsChange.NONE, false, 8 * DAY)).isEqualTo(Next.TELL);
        assertThat(this.known.change()).isEqualTo(reset(5));
    }

    @Test
    void a_process_that_has_not_used_the_contour_for_a_week_takes_nothing_from_those_that_have() {
        this.known.learn(change(5), true, 0);
        // Redis has lost it, and whoever uses the contour is about to write it again
        assertThat(this.known.learn(LimitsChange.NONE, false, 8 * DAY)).isEqualTo(Next.TELL);
        assertThat(this.known.learn(change(5), true, 8 * DAY + MILLI)).isEqualTo(Next.TELL);
        assertThat(this.known.change()).isEqualTo(change(5));
        assertThat(this.known.used(true, 8 * DAY + HOUR)).isEqualTo(Occasion.NONE);
    }

    @Test
    void a_reset_is_written_again_only_over_an_older_change() {
        this.known.learn(reset(5), true, 0);
        assertThat(this.known.learn(LimitsChange.NONE, false, 1)).isEqualTo(Next.NOTHING);
        assertThat(this.known.learn(change(4), false, 2)).isEqualTo(Next.WRITE);
        assertThat(this.known.learn(change(6), false, 3)).isEqualTo(Next.TELL);
    }
}
