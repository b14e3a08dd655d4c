package dev.limiter.bucket;

import static dev.limiter.bucket.Contours.builder;
import static dev.limiter.bucket.Contours.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Refusal.Scope;
import dev.limiter.contour.Contour;
import dev.limiter.contour.StartingBalance;
import org.junit.jupiter.api.Test;

/** How many buckets there are in memory: as many as are in use. */
class InMemoryBucketStoreForgettingTests {

    private final VirtualTicker ticker = new VirtualTicker();

    private final InMemoryBucketStore memory = new InMemoryBucketStore(this.ticker);

    private TimedStore start(Contour contour) {
        return new TimedStore(this.memory, this.ticker, contour);
    }

    @Test
    void p32_a_bucket_is_kept_until_it_is_full_again() {
        TimedStore store = start(contour("3/s capacity 1"));
        store.slots(2);

        assertThat(store.forget()).hasValue(store.micros(.666_667));
        store.at(.666_666);
        assertThat(store.forget()).isPresent();
        assertThat(this.memory.size()).isEqualTo(1);

        store.at(.666_667);
        assertThat(store.forget()).isEmpty();
        assertThat(this.memory.size()).isZero();
    }

    @Test
    void a_bucket_is_kept_until_its_pause_is_over() {
        TimedStore store = start(contour("2/s capacity 1"));
        store.pauseByHand(60);

        assertThat(store.forget()).isPresent();
        assertThat(store.at(60.4).forget()).isPresent();
        assertThat(store.at(60.6).forget()).isEmpty();
    }

    @Test
    void a_row_of_refusals_that_no_success_has_ended_is_kept_for_an_hour() {
        TimedStore store = start(contour("2/s capacity 1"));
        Pause pause = store.refused(60.0);

        assertThat(store.at(100).forget()).hasValue(store.micros(60 + 3600));

        store.endRow(Scope.KEY, pause.number());
        assertThat(store.forget()).isEmpty();
    }

    @Test
    void what_nobody_has_used_is_forgotten_already() {
        assertThat(start(contour("2/s capacity 1")).forget()).isEmpty();
    }

    @Test
    void what_comes_late_brings_no_bucket_back() {
        TimedStore store = start(contour("2/s capacity 1"));
        Slot slot = store.slot(1);
        Pause pause = store.refused(1.0);
        store.endRow(Scope.KEY, pause.number());
        assertThat(store.at(10).forget()).isEmpty();

        store.giveBack(slot);
        store.endRow(Scope.KEY, pause.number());
        store.resume();

        assertThat(this.memory.size()).isZero();
    }

    @Test
    void keys_that_were_used_once_leave_nothing_behind() {
        TimedStore store = start(contour("2/s capacity 1"));
        for (int i = 0; i < 1_000; i++) {
            store.with(contour("2/s capacity 1"), "key " + i).slot(1);
        }
        assertThat(this.memory.size()).isEqualTo(1_000);

        store.at(1);
        for (int i = 0; i < 1_000; i++) {
            store.with(contour("2/s capacity 1"), "key " + i).forget();
        }
        assertThat(this.memory.size()).isZero();
    }

    @Test
    void a_bucket_that_starts_empty_starts_empty_again_and_so_never_gives_more() {
        Contour contour =
                builder("2/s capacity 3").startingBalance(StartingBalance.EMPTY).build();
        TimedStore store = start(contour);
        store.slots(1);
        store.at(60).forget();

        assertThat(store.slots(2)).containsExactly(60.5, 61.0);
    }

    @Test
    void a_closed_store_holds_nothing() {
        TimedStore store = start(contour("2/s capacity 3"));
        store.slot(1);

        this.memory.close();

        assertThat(this.memory.size()).isZero();
    }
}
