package dev.limiter.bucket;

import static dev.limiter.bucket.Contours.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Refusal.Scope;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How a process learns of a pause. */
interface PauseNewsContract extends StoreContract {

    @Test
    default void each_change_has_a_higher_number() {
        TimedStore store = start(contour("2/s capacity 3"));
        assertThat(store.book(Ask.one(1, 0)).pause()).isEqualTo(Pause.NONE);

        long begun = store.refused(1.0).number();
        long same = store.refused(.5).number();
        long moved = store.refused(2.0).number();
        store.resume();
        long ended = store.book(Ask.one(1, 0)).pause().number();
        store.at(3600 * 2).forget();
        long next = store.refused(1.0).number();

        assertThat(begun).isPositive().isEqualTo(same).isLessThan(moved);
        assertThat(moved).isLessThan(ended);
        assertThat(ended).isLessThan(next);
    }

    @Test
    default void listeners_are_told_of_each_change() throws InterruptedException {
        TimedStore store = start(contour("2/s capacity 3"));
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        StoreListener listener =
                (contour, key, pause) -> told.add(contour + " " + key + " " + store.seconds(pause.until()));
        store.store().addListener(listener);

        store.with(contour("2/s capacity 3"), "a").refused(1.0);
        assertThat(told.poll(10, TimeUnit.SECONDS)).isEqualTo("records a 1.0");
        store.with(contour("2/s capacity 3"), "a").refused(.5);
        store.refused(2.0);
        assertThat(told.poll(10, TimeUnit.SECONDS)).isEqualTo("records  2.0");
        store.refused(Scope.CONTOUR, 3.0, 0);
        assertThat(told.poll(10, TimeUnit.SECONDS)).isEqualTo("records null 3.0");
        store.at(.5).resume();
        assertThat(new String[] {told.poll(10, TimeUnit.SECONDS), told.poll(10, TimeUnit.SECONDS)})
                .containsExactlyInAnyOrder("records null 0.5", "records  0.5");

        store.store().removeListener(listener);
        store.refused(9.0);
        assertThat(told).isEmpty();
    }

    @Test
    default void a_contours_pause_is_told_apart_from_the_keys_in_each_reply() {
        TimedStore store = start(contour("2/s capacity 3"));
        Pause ofKey = store.refused(10.0);
        Pause ofContour = store.refused(Scope.CONTOUR, 5.0, 0);

        Reply reply = store.book(Ask.one(1, Long.MAX_VALUE));

        assertThat(reply.pause()).isEqualTo(ofKey);
        assertThat(reply.contourPause()).isEqualTo(ofContour);
    }
}
