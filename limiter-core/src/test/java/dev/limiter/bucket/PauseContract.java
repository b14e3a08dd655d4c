package dev.limiter.bucket;

import static dev.limiter.bucket.Contours.builder;
import static dev.limiter.bucket.Contours.contour;
import static dev.limiter.bucket.Contours.pause;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Refusal.Scope;
import dev.limiter.contour.PausePolicy.Resume;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** When a pause begins and ends, and what the bucket holds then. */
interface PauseContract extends StoreContract {

    @Test
    default void p24_nobody_gets_a_slot_before_the_end() {
        TimedStore store = start(contour("5/s capacity 20"));
        store.refused(60.0);

        for (double seconds : new double[] {0, .001, 20, 59.999_999}) {
            store.at(seconds);
            assertThat(store.askUntil(store.micros(60.199_999), 1)).isEqualTo(new Answer.Late(store.micros(60.2)));
        }
        assertThat(store.slots(1)).containsExactly(60.2);
    }

    @Test
    default void p22_who_waited_leaves_at_the_contours_rate_and_not_as_a_herd() {
        TimedStore store = start(contour("5/s capacity 20"));
        store.refused(5.0);

        List<Double> slots = store.slots(200);

        for (int i = 0; i < 200; i++) {
            assertThat(slots.get(i)).isEqualTo((26 + i) / 5.0);
        }
    }

    @Test
    default void permits_accrue_during_a_pause_that_resumes_with_a_refill() {
        ScoreSheet.play(start(contour("2/s capacity 3", Resume.REFILL)), """
                0    | 8 x 1            | 0 0 0 .5 1 1.5 2 2.5
                2.5  | refused 1.5      | until 4
                2.6  | 1                | 4
                2.7  | 1                | 4
                2.8  | 2 x 1            | 4 4.5
                """);
    }

    @Test
    default void the_bucket_starts_from_empty_after_a_pause_that_resumes_empty() {
        ScoreSheet.play(start(contour("2/s capacity 3")), """
                0    | 8 x 1            | 0 0 0 .5 1 1.5 2 2.5
                2.5  | refused 1.5      | until 4
                2.6  | 1                | 4.5
                2.7  | 1                | 5
                """);
    }

    @Test
    default void only_the_limit_that_refills_soonest_starts_from_empty() {
        for (String limits : List.of("2/s capacity 3, 100/d capacity 50", "100/d capacity 50, 2/s capacity 3")) {
            List<Double> slots = startPaused(limits).slots(51);

            assertThat(slots.subList(0, 3)).as(limits).containsExactly(10.5, 11.0, 11.5);
            assertThat(slots.get(49)).as(limits).isEqualTo(35);
            assertThat(slots.get(50)).as(limits).isEqualTo(10.5 + 864);
        }
    }

    private TimedStore startPaused(String limits) {
        TimedStore store = start(contour(limits));
        store.refused(10.0);
        return store;
    }

    @Test
    default void slots_that_were_booked_and_not_yet_sent_are_void() {
        ScoreSheet.play(start(contour("2/s capacity 3", Resume.REFILL)), """
                0    | 9 x 1            | 0 0 0 .5 1 1.5 2 2.5 3
                .2   | refused 1        | until 1.2
                .2   | 3 x 1            | 1.2 1.2 1.7
                """);
        ScoreSheet.play(start(contour("2/s capacity 3")), """
                0    | 9 x 1            | 0 0 0 .5 1 1.5 2 2.5 3
                .2   | refused 1        | until 1.2
                .2   | 2 x 1            | 1.7 2.2
                """);
    }

    @Test
    default void slots_that_were_booked_for_the_end_are_void_when_the_end_moves() {
        // thirty sent at once; of the four permits that accrue until 4, what was booked for 2 has taken none
        ScoreSheet.play(start(contour("1/s capacity 30", Resume.REFILL)), """
                0    | 30 x 1           | 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
                0    | refused 2        | until 2
                .5   | 3 x 1            | 2 2 3
                1.9  | refused 2.1      | until 4
                1.9  | 5 x 1            | 4 4 4 4 5
                """);
    }

    @Test
    default void p19_the_longest_pause_wins_in_either_order() {
        ScoreSheet.play(start(contour("2/s capacity 3")), """
                0    | refused 10       | until 10
                0    | refused 1        | until 10
                9.5  | refused .5       | until 10
                9.5  | 1                | 10.5
                """);
        ScoreSheet.play(start(contour("2/s capacity 3")), """
                0    | refused 1        | until 1
                0    | refused 10       | until 10
                0    | 1                | 10.5
                """);
    }

    @Test
    default void p19_the_longest_of_two_pauses_at_once_wins_each_of_100_times() {
        TimedStore store = start(contour("2/s capacity 3"));
        for (int i = 0; i < 100; i++) {
            TimedStore key = store.with(contour("2/s capacity 3"), "key " + i);
            double first = (i % 2 == 0) ? 10 : 1;
            CompletableFuture<Pause> one = CompletableFuture.supplyAsync(() -> key.refused(first));
            CompletableFuture<Pause> other = CompletableFuture.supplyAsync(() -> key.refused(11 - first));
            Stages.await(CompletableFuture.allOf(one, other));

            assertThat(key.slots(1)).as(key.bucket().toString()).containsExactly(10.5);
        }
    }

    @Test
    default void what_the_reporter_adds_is_part_of_the_end() {
        TimedStore store = start(contour("2/s capacity 3"));

        Pause pause = store.pause(new PauseAsk(Scope.KEY, store.now(), Duration.ofSeconds(2), 123_456, false));

        assertThat(store.seconds(pause.from())).isEqualTo(0);
        assertThat(store.seconds(pause.until())).isEqualTo(2.123_456);
        assertThat(store.book(Ask.one(1, Long.MAX_VALUE)).pause()).isEqualTo(pause);
    }

    @Test
    default void a_pause_by_hand_and_its_early_end_work_the_same_way() {
        ScoreSheet.play(start(contour("2/s capacity 3")), """
                0    | by hand 10       | until 10
                5    | 1                | 10.5
                5    | resume           |
                5    | 2 x 1            | 5.5 6
                """);
        ScoreSheet.play(start(contour("2/s capacity 3", Resume.REFILL)), """
                0    | 3 x 1            | 0 0 0
                0    | refused 10       | until 10
                1    | 4 x 1            | 10 10 10 10.5
                5    | resume           |
                5    | 4 x 1            | 5 5 5 5.5
                """);
    }

    @Test
    default void what_ended_by_hand_is_not_restored_by_old_knowledge() {
        TimedStore store = start(contour("2/s capacity 3", Resume.REFILL));
        Pause pause = store.refused(10.0);
        store.at(1).resume();

        Reply reply = store.book(Ask.one(1, store.micros(1)));

        assertThat(reply.answers()).hasOnlyElementsOfType(Slot.class);
        assertThat(reply.pause().number()).isGreaterThan(pause.number());
        assertThat(reply.pause().holdsAt(store.now())).isFalse();
    }

    @Test
    default void ending_what_does_not_hold_changes_nothing() {
        TimedStore store = start(contour("2/s capacity 3"));
        store.slots(3);
        store.resume();
        assertThat(store.slots(1)).containsExactly(.5);

        store.refused(1.0);
        Reply before = store.at(3).book(Ask.one(1, Long.MAX_VALUE));
        store.resume();
        Reply after = store.book(Ask.one(1, Long.MAX_VALUE));

        assertThat(after.pause()).isEqualTo(before.pause());
        assertThat(store.seconds(((Slot) after.answers().get(0)).at())).isEqualTo(3);
    }

    @Test
    default void a_bucket_with_arrival_jitter_counts_what_may_still_be_on_its_way() {
        // The pause is over at once, and what was sent at .02 may arrive at .04: empty is counted from there.
        ScoreSheet.play(
                start(builder("2/s capacity 3")
                        .arrivalJitter(Duration.ofMillis(20))
                        .pause(pause(Resume.EMPTY))
                        .build()),
                """
                0    | 2 x 1            | 0 0
                0    | 1                | .02
                .02  | by hand 1        | until 1.02
                .02  | resume           |
                .02  | 2 x 1            | .54 1.04
                """);
    }
}
