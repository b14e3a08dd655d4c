package dev.limiter.bucket;

import static dev.limiter.bucket.Contours.contour;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A slot waits for the latest of several limits, and is charged to each at its instant: all or none. */
interface SeveralLimitsContract extends StoreContract {

    @Test
    default void a_slot_waits_for_the_latest_limit() {
        ScoreSheet.play(start(contour("2/s capacity 3, 15/m capacity 4")), """
                0    | 6 x 1            | 0 0 0 .5 4 8
                60   | 6 x 1            | 60 60 60 60.5 64 68
                """);
    }

    @Test
    default void the_order_of_limits_says_nothing() {
        ScoreSheet.play(start(contour("15/m capacity 4, 2/s capacity 3")), """
                0    | 6 x 1            | 0 0 0 .5 4 8
                """);
    }

    @Test
    default void each_limit_is_charged_at_the_instant_of_the_slot() {
        TimedStore store = start(contour("2/s capacity 3, 15/m capacity 1"));
        store.slots(2);

        Reply reply = store.book(Ask.one(1, Long.MAX_VALUE));

        assertThat(reply.answers()).extracting(answer -> ((Slot) answer).at()).containsExactly(store.micros(8));
        assertThat(fullAt(store, reply)).containsExactly(8.5, 12.0);
    }

    @Test
    default void what_one_limit_has_too_late_is_charged_to_none() {
        TimedStore store = start(contour("2/s capacity 3, 15/m capacity 1"));
        Reply before = store.book(Ask.one(1, Long.MAX_VALUE));

        Reply after = store.book(Ask.one(1, store.micros(3.999_999)));

        assertThat(after.answers()).containsExactly(new Answer.Late(store.micros(4)));
        assertThat(after.fullAt()).isEqualTo(before.fullAt());
    }

    @Test
    default void what_is_given_back_returns_to_each_limit() {
        TimedStore store = start(contour("2/s capacity 3, 15/m capacity 4"));
        store.slots(5);
        Slot last = store.slot(1);

        store.giveBack(last);

        assertThat(fullAt(store, store.book(Ask.one(1, 0)))).containsExactly(8.0, 20.0);
        assertThat(store.slots(1)).containsExactly(8.0);
    }

    @Test
    default void a_daily_limit_beside_a_short_one_is_spent_at_the_pace_of_the_short_one() {
        TimedStore store = start(contour("8/s capacity 8, 100/d capacity 50"));

        List<Double> slots = store.slots(51);

        assertThat(slots.subList(0, 8)).containsOnly(0.0);
        assertThat(slots.get(49)).isEqualTo(5.25);
        assertThat(slots.get(50)).isEqualTo(864);
    }

    private static List<Double> fullAt(TimedStore store, Reply reply) {
        return reply.fullAt().stream().map(each -> store.seconds(each.micros())).toList();
    }
}
