package dev.limiter.bucket;

import static dev.limiter.bucket.Contours.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Refusal.Scope;
import dev.limiter.contour.PausePolicy.Resume;
import org.junit.jupiter.api.Test;

/** How pauses grow where the server does not say for how long, and what ends the row. */
interface PauseRowContract extends StoreContract {

    @Test
    default void p04_p11_refusals_without_a_usable_hint_pause_for_longer_each_time_up_to_a_minute() {
        ScoreSheet.play(start(contour("2/s capacity 3")), """
                0    | refused ?        | until 5
                5    | refused ?        | until 15
                15   | refused ?        | until 35
                35   | refused ?        | until 75
                75   | refused ?        | until 135
                135  | refused ?        | until 195
                195  | refused ?        | until 255
                """);
    }

    @Test
    default void a_success_after_the_pause_ends_the_row() {
        ScoreSheet.play(start(contour("2/s capacity 3")), """
                0    | refused ?        | until 5
                5    | refused ?        | until 15
                16   | success          |
                20   | refused ?        | until 25
                25   | refused ?        | until 35
                """);
    }

    @Test
    default void refusals_of_requests_that_were_in_flight_are_the_same_event() {
        ScoreSheet.play(start(contour("2/s capacity 3")), """
                0    | refused ?        | until 5
                .1   | refused ? sent 0 | until 5.1
                .2   | refused ? sent 0 | until 5.2
                .3   | refused 1 sent 0 | until 5.2
                5.2  | refused ?        | until 15.2
                """);
    }

    @Test
    default void a_refusal_that_comes_after_the_end_of_its_pause_may_move_the_end_but_lengthens_no_row() {
        ScoreSheet.play(start(contour("2/s capacity 3", Resume.REFILL)), """
                0    | refused ?          | until 5
                6    | 1                  | 6
                7    | refused ? sent 4.9 | until 12
                7    | 1                  | 12
                12   | refused ? sent 12  | until 22
                """);
    }

    @Test
    default void a_refusal_of_a_request_from_before_a_success_begins_a_new_row() {
        ScoreSheet.play(start(contour("2/s capacity 3")), """
                0    | refused ?          | until 5
                5    | refused ?          | until 15
                16   | success            |
                17   | refused ? sent 14  | until 22
                """);
    }

    @Test
    default void a_pause_that_the_server_named_counts_in_the_row() {
        ScoreSheet.play(start(contour("2/s capacity 3")), """
                0    | refused 1        | until 1
                1    | refused 1        | until 2
                2    | refused ?        | until 22
                """);
    }

    @Test
    default void a_pause_by_hand_counts_in_no_row() {
        ScoreSheet.play(start(contour("2/s capacity 3")), """
                0    | refused ?        | until 5
                5    | by hand 1        | until 6
                5.5  | by hand 1        | until 6.5
                6.5  | refused ?        | until 16.5
                """);
    }

    @Test
    default void a_success_that_knows_an_older_pause_ends_nothing() {
        TimedStore store = start(contour("2/s capacity 3"));
        Pause old = store.refused(null);
        store.at(5).refused(null);

        store.at(16).endRow(Scope.KEY, old.number());

        assertThat(store.refused(null).row()).isEqualTo(3);
    }

    @Test
    default void a_late_success_ends_no_pause() {
        TimedStore store = start(contour("2/s capacity 3"));
        Pause pause = store.refused(null);

        store.at(1).endRow(Scope.KEY, pause.number());

        assertThat(store.slots(1)).containsExactly(5.5);
    }

    @Test
    default void keys_and_the_whole_contour_have_rows_of_their_own() {
        TimedStore store = start(contour("2/s capacity 3"));
        store.refused(null);
        Pause ofKey = store.at(5).refused(null);
        Pause ofContour = store.at(15).refused(Scope.CONTOUR, null, 15);
        assertThat(ofKey.row()).isEqualTo(2);
        assertThat(ofContour.row()).isEqualTo(1);

        store.at(20).endRow(Scope.CONTOUR, ofContour.number());

        assertThat(store.refused(Scope.CONTOUR, null, 20).row()).isEqualTo(1);
        assertThat(store.refused(Scope.KEY, null, 20).row()).isEqualTo(3);
    }

    @Test
    default void p24_a_caller_that_comes_by_now_and_then_meets_a_growing_pause() {
        TimedStore store = start(contour("2/s capacity 3"));
        for (int minutes = 0; minutes < 25; minutes += 5) {
            store.at(minutes * 60).forget();
            Pause pause = store.refused(null);
            assertThat(store.seconds(pause.until()) - minutes * 60).isEqualTo(Math.min(60, 5 << (minutes / 5)));
        }
    }
}
