package dev.limiter.bucket;

import static dev.limiter.bucket.Contours.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Refusal.Scope;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Limits that are changed while a contour runs: what the store keeps of that, and how a bucket comes through. */
interface LimitsChangeContract extends StoreContract {

    /** What the listeners were told. */
    final class Told implements StoreListener {

        private final BlockingQueue<String> news = new LinkedBlockingQueue<>();

        @Override
        public void paused(String contour, @Nullable String key, Pause pause) {}

        @Override
        public void limitsChanged(String contour, LimitsChange change) {
            this.news.add(contour + " " + change.revision() + " " + change.limits());
        }

        /** A change may be told more than once. */
        void awaits(String contour, LimitsChange change) throws InterruptedException {
            String expected = contour + " " + change.revision() + " " + change.limits();
            String told = this.news.poll(10, TimeUnit.SECONDS);
            while (told != null && !told.equals(expected)) {
                told = this.news.poll(10, TimeUnit.SECONDS);
            }
            assertThat(told).isEqualTo(expected);
        }
    }

    private static List<Limit> limits(String... rates) {
        return java.util.Arrays.stream(rates)
                .map(rate -> new Limit(Rate.parse(rate), 4, Duration.ofMillis(20)))
                .toList();
    }

    @Test
    default void each_change_has_a_higher_revision_and_is_told_with_its_limits() throws InterruptedException {
        TimedStore store = start(contour("2/s capacity 3"));
        Told told = new Told();
        store.store().addListener(told);
        store.store().followLimits("records");

        LimitsChange first = Stages.await(store.store().changeLimits("records", limits("7/m", "100/h")));
        assertThat(first.limits()).isEqualTo(limits("7/m", "100/h"));
        assertThat(first.revision()).isPositive();
        told.awaits("records", first);
        LimitsChange second = Stages.await(store.store().changeLimits("records", limits("1/3s")));
        assertThat(second.revision()).isGreaterThan(first.revision());
        told.awaits("records", second);
        LimitsChange reset = Stages.await(store.store().changeLimits("records", List.of()));
        assertThat(reset.revision()).isGreaterThan(second.revision());
        assertThat(reset.isReset()).isTrue();
        told.awaits("records", reset);
    }

    @Test
    default void who_follows_a_contour_later_is_told_of_the_last_change_and_of_no_other_contours()
            throws InterruptedException {
        TimedStore store = start(contour("2/s capacity 3"));
        Stages.await(store.store().changeLimits("others", limits("1/m")));
        Stages.await(store.store().changeLimits("records", limits("7/m")));
        LimitsChange last = Stages.await(store.store().changeLimits("records", limits("8/m")));
        Told told = new Told();
        store.store().addListener(told);
        store.store().followLimits("records");

        told.awaits("records", last);
        assertThat(told.news).noneMatch(news -> news.startsWith("others"));
    }

    @Test
    default void a_bucket_that_is_judged_by_other_limits_goes_on_from_what_was_spent() {
        TimedStore store = start(contour("2/s capacity 4"));
        store.slots(4);

        // two permits are back, two are missing, of which each takes half a minute now
        TimedStore slower = store.at(1).judgedBy(new Limit(Rate.parse("2/m"), 4, Duration.ZERO));
        assertThat(slower.slots(3)).containsExactly(1.0, 1.0, 31.0);

        TimedStore faster = slower.at(31).judgedBy(new Limit(Rate.parse("4/s"), 4, Duration.ZERO));
        assertThat(faster.slots(2)).containsExactly(31.25, 31.5);
    }

    @Test
    default void a_pause_holds_whatever_the_limits_and_keeps_its_number() {
        TimedStore store = start(contour("2/s capacity 4"));
        Pause pause = store.refused(Scope.KEY, 10.0, 0);
        TimedStore other = store.judgedBy(new Limit(Rate.parse("5/s"), 1, Duration.ZERO));

        Reply reply = other.book(Ask.one(1, Long.MAX_VALUE));

        assertThat(reply.pause()).isEqualTo(pause);
        assertThat(other.seconds(((Slot) reply.answers().get(0)).at())).isGreaterThanOrEqualTo(10);
        other.resume();
        assertThat(other.seconds(other.slot(1).at())).isLessThan(1);
    }

    @Test
    default void what_is_given_back_by_the_limits_of_before_takes_nothing_from_what_was_booked_since() {
        TimedStore slow = start(contour("2/m capacity 3"));
        Slot far = slow.slot(3);
        TimedStore fast = slow.judgedBy(new Limit(Rate.parse("100/s"), 1, Duration.ZERO));
        assertThat(fast.slots(4)).containsExactly(.01, .02, .03, .04);

        Stages.await(slow.store().giveBack(slow.bucket(), List.of(far)));
        assertThat(fast.slots(2)).containsExactly(.05, .06);
    }

    @Test
    default void who_has_other_limits_takes_nothing_from_what_was_booked_within_the_horizon() {
        TimedStore narrow = start(contour("100/s capacity 1"));
        TimedStore wide = narrow.judgedBy(new Limit(Rate.parse("100/s"), 50, Duration.ZERO));
        assertThat(narrow.slots(20)).endsWith(.19);
        wide.book(Ask.one(1, Long.MIN_VALUE));
        assertThat(narrow.slots(2)).containsExactly(.2, .21);
    }
}
