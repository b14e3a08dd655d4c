package dev.limiter.bucket;

import static dev.limiter.bucket.Contours.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Refusal.Scope;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How far one call books: deadlines, the horizon, and the half that is left for others. */
interface AskContract extends StoreContract {

    @Test
    default void who_comes_too_late_is_charged_nothing_and_the_next_is_looked_at() {
        TimedStore store = start(contour("2/s capacity 1"));
        long[] deadlines = {store.micros(0), store.micros(.4), store.micros(.499_999), store.micros(.5)};

        Reply reply = store.book(new Ask(new int[] {1, 1, 1, 1}, deadlines, 10_000_000, true));

        assertThat(reply.answers())
                .containsExactly(
                        new Slot(store.micros(0), 1, serial(reply, 0)),
                        new Answer.Late(store.micros(.5)),
                        new Answer.Late(store.micros(.5)),
                        new Slot(store.micros(.5), 1, serial(reply, 3)));
        assertThat(store.slots(1)).containsExactly(1.0);
    }

    private static long serial(Reply reply, int index) {
        return ((Slot) reply.answers().get(index)).serial();
    }

    @Test
    default void refused_just_before_and_granted_at_the_instant() {
        ScoreSheet.play(start(contour("3/s capacity 2")), """
                0        | 2 x 1           | 0 0
                0        | 1 by .333333    | late .333334
                .1       | 1 by .333333    | late .333334
                .333333  | 1 by .333333    | late .333334
                .333334  | 1 by .333334    | .333334
                .333334  | 1 by .666666    | late .666667
                .333334  | 1 by .666667    | .666667
                """);
    }

    @Test
    default void a_process_takes_half_of_what_the_horizon_still_holds() {
        // 1 + 10 permits until the horizon: five, three of the next six, one of the three then, one of the last two
        ScoreSheet.play(start(contour("10/s capacity 1")), """
                0    | together 1 1 1 1 1 1 1 1    | 0 .1 .2 .3 .4
                0    | together 1 1 1 1 1 1        | .5 .6 .7
                0    | together 1 1 1 1            | .8
                0    | together 1 1 1              | .9
                """);
    }

    @Test
    default void one_slot_is_booked_however_far_it_lies_for_a_process_that_holds_none() {
        ScoreSheet.play(start(contour("1/s capacity 1")), """
                0    | 3 x 1                       | 0 1 2
                0    | together .25 1 1            | 3
                0    | together .25 1 1            | 4
                """);
        ScoreSheet.play(start(contour("10/s capacity 10")), """
                0    | together .25 8 8            | 0
                0    | together .25 8 8            | .6
                """);
    }

    @Test
    default void nothing_beyond_the_horizon_is_booked_for_a_process_that_holds_some() {
        TimedStore store = start(contour("1/s capacity 1"));
        store.slots(1);

        assertThat(store.book(false, .25, 1, 1).answers()).isEmpty();
        assertThat(store.slots(1)).containsExactly(1.0);
    }

    @Test
    default void booking_ends_at_the_first_cost_that_does_not_fit_so_that_nobody_is_overtaken() {
        // 10 permits now, half of them may go: 3, and then 3 is too many though 1 would fit
        ScoreSheet.play(start(contour("10/s capacity 10")), """
                0    | together 0 3 3 1            | 0
                """);
    }

    @Test
    default void what_the_first_of_several_limits_does_not_hold_is_nobodys_share() {
        ScoreSheet.play(start(contour("100/s capacity 100, 1/h capacity 4")), """
                0    | together .25 1 1 1 1        | 0 0
                0    | together .25 1 1 1 1        | 0
                """);
    }

    @Test
    default void p34_a_refused_request_costs_nothing() {
        TimedStore store = start(contour("1/s capacity 1"));
        store.slots(1);

        for (int millis = 0; millis < 1000; millis++) {
            assertThat(store.at(millis / 1000.0).take()).isFalse();
        }

        assertThat(store.at(1).take()).isTrue();
        assertThat(store.take()).isFalse();
    }

    @Test
    default void p28_a_wait_below_a_second_is_told_to_the_microsecond() {
        TimedStore store = start(contour("3/s capacity 1"));
        store.slots(1);

        Answer told = store.askUntil(store.now(), 1);
        assertThat(told).isEqualTo(new Answer.Late(store.micros(.333_334)));

        assertThat(store.at(.333_334).take()).isTrue();
    }

    @Test
    default void a_reply_says_from_when_on_more_could_be_served() {
        TimedStore store = start(contour("2/s capacity 3"));
        List<FullAt> fullAt = store.book(Ask.one(3, Long.MAX_VALUE)).fullAt();

        assertThat(store.seconds(store.bucket().earliest(fullAt, 1))).isEqualTo(.5);
        assertThat(store.seconds(store.bucket().earliest(fullAt, 3))).isEqualTo(1.5);
        assertThat(store.seconds(store.bucket().earliest(fullAt, 10_000))).isEqualTo(5000);
    }

    @Test
    default void an_ask_for_nobody_books_nothing_and_tells_the_pauses() {
        TimedStore store = start(contour("2/s capacity 3"));
        Reply before = store.book(Ask.NOBODY);
        assertThat(before.answers()).isEmpty();
        assertThat(before.pause()).isEqualTo(Pause.NONE);
        assertThat(before.contourPause()).isEqualTo(Pause.NONE);
        assertThat(store.slots(4)).containsExactly(0.0, 0.0, 0.0, 0.5);

        Pause ofKey = store.refused(10.0);
        Pause ofContour = store.refused(Scope.CONTOUR, 5.0, 0);
        Reply after = store.at(1).book(Ask.NOBODY);

        assertThat(after.answers()).isEmpty();
        assertThat(after.pause()).isEqualTo(ofKey);
        assertThat(after.contourPause()).isEqualTo(ofContour);
    }

    @Test
    default void an_ask_for_nobody_says_how_full_the_bucket_is() {
        TimedStore store = start(contour("2/s capacity 3, 1/m capacity 10"));
        FullAt[] told = store.book(Ask.one(3, Long.MAX_VALUE)).fullAt().toArray(FullAt[]::new);

        assertThat(store.book(Ask.NOBODY).fullAt()).containsExactly(told);
        assertThat(store.book(Ask.NOBODY).fullAt()).containsExactly(told);
    }

    @Test
    default void an_ask_for_nobody_leaves_the_last_slot_to_be_given_back() {
        TimedStore store = start(contour("1/s capacity 1"));
        Slot last = store.slot(1);
        store.book(Ask.NOBODY);
        store.giveBack(last);

        assertThat(store.take()).isTrue();
    }

    @Test
    default void a_slot_of_no_store_gives_nothing_back() {
        TimedStore store = start(contour("1/s capacity 1"));
        Slot last = store.slot(1);
        store.giveBack(new Slot(last.at(), last.cost(), Slot.OF_NO_STORE));

        assertThat(store.take()).isFalse();
    }
}
