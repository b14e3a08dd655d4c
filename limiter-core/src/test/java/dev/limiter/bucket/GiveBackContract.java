package dev.limiter.bucket;

import static dev.limiter.bucket.Contours.builder;
import static dev.limiter.bucket.Contours.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.contour.PausePolicy.Resume;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is given back returns where that lets nothing through that the limit forbids, and stays spent elsewhere. */
interface GiveBackContract extends StoreContract {

    @Test
    default void the_last_slot_booked_returns() {
        ScoreSheet.play(start(contour("2/s capacity 1")), """
                0    | 2 x 1            | 0 .5
                0    | back 2           |
                0    | 1                | .5
                """);
    }

    @Test
    default void a_slot_in_the_middle_stays_spent() {
        // returned, it would let two costs of 8 go at once from a capacity of 10
        ScoreSheet.play(start(contour("10/s capacity 10")), """
                0    | 8 8 8            | 0 .6 1.4
                0    | back 2           |
                0    | 8                | 2.2
                """);
        ScoreSheet.play(start(contour("10/s capacity 10")), """
                0    | 8 8 8            | 0 .6 1.4
                0    | back 1           |
                0    | 1                | 1.5
                """);
    }

    @Test
    default void several_return_when_the_latest_comes_first() {
        ScoreSheet.play(start(contour("10/s capacity 10")), """
                0    | 8 8 8            | 0 .6 1.4
                0    | back 3 2 1       |
                0    | 8 8 8            | 0 .6 1.4
                """);
        ScoreSheet.play(start(contour("10/s capacity 10")), """
                0    | 8 8 8            | 0 .6 1.4
                0    | back 2 3         |
                0    | 8                | 1.4
                """);
    }

    @Test
    default void nothing_returns_twice() {
        ScoreSheet.play(start(contour("10/s capacity 10")), """
                0    | 8 8 8            | 0 .6 1.4
                0    | back 3 3         |
                0    | back 3           |
                0    | 8                | 1.4
                0    | back 3           |
                0    | 8                | 2.2
                """);
    }

    @Test
    default void what_was_booked_and_used_meanwhile_stays_spent() {
        ScoreSheet.play(start(contour("10/s capacity 10")), """
                0    | 8                | 0
                0    | 2                | 0
                .4   | back 1           |
                .4   | 8                | .8
                """);
    }

    @Test
    default void a_slot_given_back_late_fills_no_more_than_the_bucket() {
        ScoreSheet.play(start(contour("2/s capacity 3")), """
                0    | 3 x 1            | 0 0 0
                60   | back 3           |
                60   | 4 x 1            | 60 60 60 60.5
                """);
    }

    @Test
    default void p36_giving_back_makes_no_permits() {
        TimedStore store = start(contour("5/s capacity 5"));
        for (int i = 0; i < 100; i++) {
            store.giveBack(store.slot(1));
        }
        assertThat(store.slots(6)).containsExactly(0.0, 0.0, 0.0, 0.0, 0.0, 0.2);

        TimedStore moving = start(contour("5/s capacity 5"));
        moving.slots(5);
        for (int i = 0; i < 100; i++) {
            moving.at(i / 1000.0).giveBack(moving.slot(5));
        }
        assertThat(moving.slots(3)).containsExactly(0.2, 0.4, 0.6);
    }

    @Test
    default void what_is_given_back_leaves_no_trace_under_arrival_jitter_that_is_free() {
        ScoreSheet.play(
                start(builder("2/s capacity 3")
                        .arrivalJitter(Duration.ofMillis(20))
                        .build()),
                """
                0    | 2 x 1            | 0 0
                0    | back 2 1         |
                0    | 4 x 1            | 0 0 .02 .52
                """);
    }

    @Test
    default void a_pause_has_made_it_void_already() {
        ScoreSheet.play(start(contour("2/s capacity 3", Resume.REFILL)), """
                0    | 3 x 1            | 0 0 0
                0    | refused 1        | until 1
                0    | back 3 2 1       |
                1    | 3 x 1            | 1 1 1.5
                """);
    }

    @Test
    default void a_slot_from_before_the_bucket_was_forgotten_returns_nothing() {
        TimedStore store = start(contour("2/s capacity 1"));
        Slot old = store.slot(1);
        store.at(10).forget();
        store.slot(1);

        store.giveBack(old);

        assertThat(store.slots(1)).containsExactly(10.5);
    }

    @Test
    default void a_slot_from_before_the_bucket_was_forgotten_returns_nothing_behind_a_newer_one() {
        TimedStore store = start(contour("2/s capacity 1"));
        Slot old = store.slot(1);
        store.at(10).forget();
        Slot used = store.slot(1);
        store.giveBack(store.slot(1));

        store.giveBack(old);

        assertThat(store.slots(1)).containsExactly(10.5);
        assertThat(used.at()).isEqualTo(store.micros(10));
    }
}
