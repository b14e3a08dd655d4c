package dev.limiter.bucket;

import static dev.limiter.bucket.Contours.builder;
import static dev.limiter.bucket.Contours.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.contour.Contour;
import dev.limiter.contour.StartingBalance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When slots are. */
interface ScheduleContract extends StoreContract {

    @Test
    default void capacity_3_at_2_per_second_sends_three_at_once_and_then_one_each_half_second() {
        ScoreSheet.play(start(contour("2/s capacity 3")), """
                0    | 8 x 1            | 0 0 0 .5 1 1.5 2 2.5
                2.5  | 1                | 3
                9    | 4 x 1            | 9 9 9 9.5
                """);
    }

    @Test
    default void two_separate_buckets_earn_four_refusals_where_one_shared_bucket_earns_none() {
        Contour contour = contour("2/s capacity 3");
        List<Long> separate = new ArrayList<>();
        for (int worker = 0; worker < 2; worker++) {
            TimedStore store = start(contour);
            store.slots(4).forEach(at -> separate.add(store.micros(at)));
        }
        TimedStore shared = start(contour);
        List<Long> together = shared.slots(8).stream().map(shared::micros).toList();

        assertThat(acceptedBy(contour, separate)).isEqualTo(4);
        assertThat(acceptedBy(contour, together)).isEqualTo(8);
    }

    private static long acceptedBy(Contour contour, List<Long> arrivals) {
        List<Long> inOrder = new ArrayList<>(arrivals);
        Collections.sort(inOrder);
        RationalBucket server = RationalBucket.server(contour.limits().get(0), inOrder.get(0));
        return inOrder.stream().filter(at -> server.tryTake(1, at)).count();
    }

    @Test
    default void arrival_jitter_is_free_where_the_capacity_leaves_room_for_it() {
        ScoreSheet.play(start(jittery("2/s capacity 3")), """
                0    | 6 x 1            | 0 0 .02 .52 1.02 1.52
                """);
        ScoreSheet.play(start(jittery("2/s capacity 3")), """
                0    | 3 x 2            | 0 .52 1.52
                """);
    }

    @Test
    default void arrival_jitter_stretches_each_step_where_a_cost_takes_the_whole_bucket() {
        ScoreSheet.play(start(jittery("2/s capacity 1")), """
                0    | 4 x 1            | 0 .52 1.04 1.56
                """);
        ScoreSheet.play(start(jittery("2/s capacity 3")), """
                0    | 3 x 3            | 0 1.52 3.04
                """);
    }

    @Test
    default void arrival_jitter_stretches_by_what_the_capacity_lacks() {
        // (2 − 1) / 100 leaves room for 10 ms of the 20: 10 ms are missing at each step
        ScoreSheet.play(start(jittery("100/s capacity 2")), """
                0    | 4 x 1            | 0 .02 .04 .06
                """);
    }

    private static Contour jittery(String limits) {
        return builder(limits).arrivalJitter(Duration.ofMillis(20)).build();
    }

    @Test
    default void a_heavy_request_waits_until_the_bucket_holds_its_cost() {
        ScoreSheet.play(start(contour("10/s capacity 10")), """
                0    | 8 8 8            | 0 .6 1.4
                1.4  | 1 2 10           | 1.5 1.7 2.7
                9    | 10 10            | 9 10
                """);
    }

    @Test
    default void a_bucket_that_starts_empty_has_to_fill_first() {
        Contour contour =
                builder("2/s capacity 3").startingBalance(StartingBalance.EMPTY).build();

        ScoreSheet.play(start(contour), """
                0    | 3 x 1            | .5 1 1.5
                9    | 4 x 1            | 9 9 9 9.5
                """);
        ScoreSheet.play(start(contour), """
                0    | 3                | 1.5
                """);
    }

    @Test
    default void every_bucket_of_a_contour_has_a_balance_of_its_own() {
        Contour contour = contour("2/s capacity 1");
        TimedStore one = start(contour);

        assertThat(one.slots(2)).containsExactly(0.0, 0.5);
        assertThat(one.with(contour, "another").slots(2)).containsExactly(0.0, 0.5);
    }

    @Test
    default void p104_other_limits_hold_from_the_first_second() {
        TimedStore slower = start(contour("10/s capacity 10"));
        slower.slots(10);
        assertThat(slower.with(contour("2/s capacity 2"), "").slots(3)).containsExactly(0.5, 1.0, 1.5);

        TimedStore faster = start(contour("1/w capacity 1"));
        faster.slots(1);
        assertThat(faster.with(contour("10/s capacity 5"), "").slots(3)).containsExactly(0.1, 0.2, 0.3);

        TimedStore half = start(contour("10/s capacity 10"));
        half.slots(5);
        assertThat(half.with(contour("2/s capacity 4"), "").slots(2)).containsExactly(0.5, 1.0);

        TimedStore another = start(contour("10/s capacity 10"));
        another.slots(10);
        assertThat(another.with(contour("10/s capacity 10, 2/s capacity 2"), "").slots(2))
                .containsExactly(0.5, 1.0);
    }
}
