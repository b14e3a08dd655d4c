package dev.limiter.bucket;

import static dev.limiter.bucket.Contours.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.contour.Contour;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How much there is in the long run: all of the rate, and no more. */
interface RateContract extends StoreContract {

    @ParameterizedTest
    @ValueSource(strings = {"5/m", "1/10s", "100/h", "1/d", "3000/5m", "7/m", "1/w"})
    default void p101_slow_rates_are_obeyed_exactly(String rate) {
        Contour contour = Contour.named("records")
                .arrivalJitter(Duration.ZERO)
                .limit(Rate.parse(rate))
                .build();
        Limit limit = contour.limits().get(0);
        TimedStore store = start(contour);
        long many = 2 * limit.capacity() + 10;

        for (long i = 0; i < many; i++) {
            long waited = Math.max(0, i + 1 - limit.capacity());
            Rational at = Rational.of(
                    waited * limit.rate().period().toNanos() / 1000,
                    limit.rate().permits());
            assertThat(store.slot(1).at() - store.micros(0)).as("slot %d", i).isEqualTo(at.ceil());
        }
    }

    @Test
    default void p44_gaps_are_as_long_as_the_rate_says() {
        TimedStore store = start(contour("10/s capacity 1"));

        for (int i = 0; i <= 200; i++) {
            assertThat(store.seconds(store.slot(1).at())).isEqualTo(i / 10.0);
        }
    }

    @ParameterizedTest
    @CsvSource({"5000/s, 1, .1998", "1000000/s, 10, .00099", "30000/s, 1, .0333"})
    default void p31_fast_rates_are_limited_too(String rate, int capacity, double last) {
        TimedStore store = start(contour(rate + " capacity " + capacity));

        List<Double> slots = store.slots(1000);

        assertThat(slots.get(capacity - 1)).isEqualTo(0);
        assertThat(slots.get(999)).isEqualTo(last);
    }

    @Test
    default void p32_a_bucket_that_nobody_asks_fills_no_sooner() {
        TimedStore store = start(contour("1/10s capacity 1"));
        assertThat(store.take()).isTrue();

        for (double seconds : new double[] {2, 5, 9, 9.999_999}) {
            store.at(seconds).forget();
            assertThat(store.take()).as("after %s s", seconds).isFalse();
        }

        store.at(10).forget();
        assertThat(store.take()).isTrue();
        assertThat(store.take()).isFalse();
    }

    @Test
    default void p37_there_is_no_trend() {
        TimedStore store = start(contour("115/s capacity 1"));

        List<Double> slots = store.slots(115 * 60 + 1);

        assertThat(slots.get(115 * 60)).isEqualTo(60);
        assertThat(inTheTenSecondsFrom(0, slots)).isEqualTo(inTheTenSecondsFrom(50, slots));
    }

    private static long inTheTenSecondsFrom(double start, List<Double> slots) {
        return slots.stream().filter(at -> at >= start && at < start + 10).count();
    }

    /** Three processes that always have more waiters than they get slots for: together they get all there is. */
    @ParameterizedTest
    @CsvSource({"10/s, 10, 20", "7/m, 1, 600", "30000/s, 1, .05", "30000/s, 2, .05", "3/s, 3, 30"})
    default void steady_demand_gets_all_of_the_rate(String rate, int capacity, double length) {
        Rate parsed = Rate.parse(rate);
        TimedStore store =
                start(Contour.named("records").limit(parsed, capacity).build());
        double[] nextAsk = new double[3];
        long admitted = 0;
        for (int process = 0; nextAsk[process] <= length; process = first(nextAsk)) {
            List<Answer> answers = store.at(nextAsk[process])
                    .book(true, .25, new int[] {1, 1, 1, 1, 1, 1, 1, 1})
                    .answers();
            for (Answer answer : answers) {
                double at = store.seconds(((Slot) answer).at());
                admitted += (at <= length) ? 1 : 0;
                nextAsk[process] = at;
            }
        }
        double accrued = parsed.perSecond() * length;
        assertThat((double) admitted).isBetween(Math.floor(accrued + 1e-9), Math.floor(capacity + accrued + 1e-9));
    }

    private static int first(double[] instants) {
        int first = 0;
        for (int i = 1; i < instants.length; i++) {
            first = (instants[i] < instants[first]) ? i : first;
        }
        return first;
    }
}
