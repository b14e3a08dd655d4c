package dev.limiter.bucket;

import static dev.limiter.bucket.Contours.contour;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a clock that steps can do. */
interface ClockContract extends StoreContract {

    @Test
    default void p42_a_clock_that_goes_back_and_forth_makes_no_permits() {
        TimedStore store = start(contour("4/s capacity 4"));
        int taken = 0;

        for (int millis = 0; millis <= 1000; millis++) {
            taken += store.at(millis / 1000.0).take() ? 1 : 0;
            taken += store.at(millis / 1000.0 - 1).take() ? 1 : 0;
        }

        assertThat(taken).isEqualTo(4 + 4);
    }

    @Test
    default void p43_a_clock_that_jumps_forward_makes_at_most_one_capacity() {
        TimedStore store = start(contour("2/s capacity 3"));
        store.slots(3);

        store.at(3600);

        assertThat(store.slots(5)).containsExactly(3600.0, 3600.0, 3600.0, 3600.5, 3601.0);
    }

    @Test
    default void p43_a_clock_that_jumps_forward_ends_a_pause_early_and_makes_no_more_than_one_capacity() {
        TimedStore store = start(contour("2/s capacity 3"));
        store.slots(3);
        store.refused(10.0);

        store.at(3600);

        assertThat(store.slots(4)).containsExactly(3600.0, 3600.0, 3600.0, 3600.5);
    }

    @Test
    default void a_clock_that_jumps_back_gives_nothing_away() {
        TimedStore store = start(contour("2/s capacity 3")).at(100);
        store.slots(3);

        store.at(90);

        assertThat(store.take()).isFalse();
        assertThat(store.at(100).take()).isFalse();
        assertThat(store.at(100.499_999).take()).isFalse();
        assertThat(store.at(100.5).take()).isTrue();
    }

    @Test
    default void the_stores_time_never_goes_back() {
        TimedStore store = start(contour("2/s capacity 3")).at(100);
        store.slots(1);
        long seen = store.store().ticker().micros();

        store.at(90);
        assertThat(store.store().ticker().micros()).isGreaterThanOrEqualTo(seen);

        store.at(101);
        assertThat(store.store().ticker().micros()).isEqualTo(store.micros(101));
    }

    @Test
    default void a_year_is_not_too_long() {
        TimedStore store = start(contour("1/366d capacity 1"));
        double year = 366 * 86_400.0;

        assertThat(store.slots(3)).containsExactly(0.0, year, 2 * year);

        store.with(contour("1/s capacity 1"), "key").refused(year);
        assertThat(store.with(contour("1/s capacity 1"), "key").slots(1)).containsExactly(year + 1);
    }
}
