package dev.limiter.bucket;

import static dev.limiter.bucket.Contours.builder;
import static dev.limiter.bucket.Contours.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Refusal.Scope;
import dev.limiter.contour.Contour;
import dev.limiter.contour.PausePolicy.Resume;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whom a pause holds: one key, or all keys of the contour, and nobody else. */
interface PauseScopeContract extends StoreContract {

    @Test
    default void p27_similar_names_and_keys_do_not_touch_each_other() {
        Contour data = named("data");
        Contour cite = named("data:cite");
        TimedStore paused = start(data).with(data, "cite");
        List<TimedStore> others = List.of(
                paused.with(data, ""),
                paused.with(data, "cite:"),
                paused.with(data, "Cite"),
                paused.with(data, "cite*"),
                paused.with(cite, ""),
                paused.with(cite, "cite"),
                paused.with(named("data:cite:"), ""),
                paused.with(named("dat"), "a:cite"));

        paused.slots(1);
        paused.refused(60.0);

        for (TimedStore other : others) {
            assertThat(other.slots(2)).as(other.bucket().toString()).containsExactly(0.0, .5);
        }
        assertThat(paused.slots(1)).containsExactly(60.5);
    }

    @Test
    default void p27_a_pause_of_a_whole_contour_holds_no_other_contour() {
        Contour data = named("data");
        TimedStore paused = start(data);
        TimedStore cite = paused.with(named("data:cite"), "");

        paused.refused(Scope.CONTOUR, 60.0, 0);

        assertThat(cite.slots(2)).containsExactly(0.0, .5);
        cite.refused(Scope.CONTOUR, 5.0, 0);
        assertThat(paused.slots(1)).containsExactly(60.5);
    }

    private static Contour named(String name) {
        return builder(name, "2/s capacity 1").build();
    }

    @Test
    default void a_pause_of_the_whole_contour_holds_all_its_keys() {
        Contour contour = contour("2/s capacity 3");
        TimedStore used = start(contour).with(contour, "used");
        used.slots(2);

        used.with(contour, "reporter").refused(Scope.CONTOUR, 10.0, 0);

        assertThat(used.slots(2)).containsExactly(10.5, 11.0);
        assertThat(used.with(contour, "reporter").slots(2)).containsExactly(10.5, 11.0);
        assertThat(used.with(contour, "first used in the pause").slots(2)).containsExactly(10.5, 11.0);
        used.at(10.2);
        assertThat(used.with(contour, "first used after it").slots(2)).containsExactly(10.5, 11.0);
        used.at(60);
        assertThat(used.with(contour, "much later").slots(4)).containsExactly(60.0, 60.0, 60.0, 60.5);
    }

    @Test
    default void a_key_that_was_forgotten_before_the_pause_resumes_as_the_others() {
        Contour contour = contour("2/s capacity 3");
        TimedStore key = start(contour).with(contour, "key");
        key.slots(1);
        key.at(9).forget();

        key.with(contour, "").at(10).refused(Scope.CONTOUR, 10.0, 10);

        assertThat(key.at(20.1).slots(2)).containsExactly(20.5, 21.0);
    }

    @Test
    default void the_later_end_of_two_scopes_holds_and_the_bucket_is_empty_then() {
        ScoreSheet.play(start(contour("2/s capacity 3")), """
                0    | refused 30         | until 30
                2    | contour refused 18 | until 20
                3    | 1                  | 30.5
                """);
        ScoreSheet.play(start(contour("2/s capacity 3")), """
                0    | contour refused 30 | until 30
                2    | refused 18         | until 20
                3    | 1                  | 30.5
                """);
    }

    @Test
    default void the_end_of_one_scope_by_hand_ends_the_other_too() {
        ScoreSheet.play(start(contour("2/s capacity 3", Resume.REFILL)), """
                0    | refused 30         | until 30
                2    | contour refused 60 | until 62
                3    | 3 x 1              | 62 62 62
                4    | resume             |
                4    | 4 x 1              | 4 4 4 4.5
                """);
    }

    @Test
    default void the_end_of_the_contours_pause_by_hand_leaves_other_keys_their_own() {
        Contour contour = contour("2/s capacity 3");
        TimedStore held = start(contour).with(contour, "held");
        TimedStore freed = held.with(contour, "freed");
        held.refused(30.0);
        held.refused(Scope.CONTOUR, 60.0, 0);
        assertThat(held.slots(1)).containsExactly(60.5);
        assertThat(freed.slots(1)).containsExactly(60.5);

        freed.at(4).resume();

        assertThat(held.slots(1)).containsExactly(30.5);
        assertThat(freed.slots(1)).containsExactly(4.5);
    }

    @Test
    default void a_contour_is_paused_and_resumed_by_hand_with_all_its_keys() {
        Contour contour = contour("2/s capacity 3", Resume.REFILL);
        TimedStore used = start(contour).with(contour, "used");
        TimedStore nobodys = used.with(contour, "");
        used.slots(1);

        assertThat(nobodys.pauseByHand(Scope.CONTOUR, 60).row()).isZero();
        assertThat(used.slots(1)).containsExactly(60.0);
        assertThat(used.with(contour, "first used in the pause").slots(1)).containsExactly(60.0);
        nobodys.at(4).resume();

        assertThat(used.slots(1)).containsExactly(4.0);
        assertThat(used.with(contour, "first used after it").slots(4)).containsExactly(4.0, 4.0, 4.0, 4.5);
    }

    @Test
    default void a_contours_pause_by_hand_is_not_cut_by_a_shorter_one_and_counts_in_no_row() {
        Contour contour = contour("2/s capacity 3");
        TimedStore store = start(contour);
        assertThat(store.seconds(store.pauseByHand(Scope.CONTOUR, 60).until())).isEqualTo(60.0);
        assertThat(store.seconds(store.pauseByHand(Scope.CONTOUR, 30).until())).isEqualTo(60.0);

        Pause refused = store.at(61).refused(Scope.CONTOUR, null, 61);

        assertThat(refused.row()).isEqualTo(1);
        assertThat(store.seconds(refused.until())).isEqualTo(66.0);
    }

    @Test
    default void the_whole_contour_pauses_as_a_single_key_does() {
        for (String scope : List.of("", "contour ")) {
            ScoreSheet.play(
                    start(contour("1/s capacity 30", Resume.REFILL)), """
                    0    | 30                   | 0
                    0    | refused 2            | until 2
                    .5   | 3 x 1                | 2 2 3
                    1.9  | refused 2.1          | until 4
                    1.9  | 2 1 1 1              | 4 4 4 5
                    """.replace("refused", scope + "refused"));
            ScoreSheet.play(start(contour("2/s capacity 3")), """
                    0    | 8 x 1                | 0 0 0 .5 1 1.5 2 2.5
                    .2   | refused 1            | until 1.2
                    .3   | refused 1 sent 0     | until 1.3
                    .4   | 2 x 1                | 1.8 2.3
                    9    | refused ?            | until 19
                    """.replace("refused", scope + "refused"));
        }
    }
}
