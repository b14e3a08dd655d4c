package dev.limiter.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ArrivalsTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final VirtualClock clock = new VirtualClock();

    private final Arrivals arrivals = new Arrivals(this.clock);

    private void arrive(int many) {
        for (int i = 0; i < many; i++) {
            this.arrivals.record();
        }
    }

    private void arriveEach(Duration gap, int many) {
        for (int i = 0; i < many; i++) {
            this.clock.advance(gap);
            this.arrivals.record();
        }
    }

    private static void assertSays(ThrowingCallable assertion, String words) {
        assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion).withMessage(words);
    }

    @Test
    void the_fullest_window_is_found_wherever_it_begins() {
        arrive(1);
        this.clock.advance(Duration.ofMillis(1200));
        arrive(2);
        this.clock.advance(Duration.ofMillis(999));
        arrive(3);

        this.arrivals.assertNoWindowHoldsMoreThan(5, SECOND);
        assertSays(
                () -> this.arrivals.assertNoWindowHoldsMoreThan(4, SECOND),
                "a window of 1 s holds 5 arrivals and not 4 at most: from 1.2 s to 2.199 s");
    }

    @Test
    void what_arrives_one_window_later_is_in_the_next_one() {
        arrive(4);
        this.clock.advance(SECOND);
        arrive(4);

        this.arrivals.assertNoWindowHoldsMoreThan(4, SECOND);
    }

    @Test
    void a_full_bucket_and_its_refill_are_within_the_limit_and_one_more_is_not() {
        Limit limit = new Limit(Rate.parse("10/s"), 3, Duration.ZERO);
        arrive(3);
        arriveEach(Duration.ofMillis(100), 50);
        this.arrivals.assertWithin(limit);

        arrive(1);
        assertSays(
                () -> this.arrivals.assertWithin(limit),
                "more than 10/s capacity 3 allows: 54 arrivals from 0 s to 5 s");
    }

    @Test
    void two_microseconds_too_soon_are_too_soon_but_for_the_arrival_jitter() {
        arrive(1);
        this.clock.advance(Duration.ofMillis(500).minus(Duration.ofNanos(2000)));
        arrive(1);

        Limit exact = new Limit(Rate.parse("2/s"), 1, Duration.ZERO);
        Limit jittery = new Limit(Rate.parse("2/s"), 1, Duration.ofNanos(1000));
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> this.arrivals.assertWithin(exact));
        assertThatCode(() -> this.arrivals.assertWithin(jittery)).doesNotThrowAnyException();
    }

    @Test
    void a_million_a_second_for_a_year_overflows_nothing() {
        arrive(1);
        this.clock.advance(Duration.ofDays(365));
        arrive(1);

        this.arrivals.assertWithin(new Limit(new Rate(999_999_937, SECOND), 1, Duration.ZERO));
    }

    @Test
    void a_pause_holds_what_arrives_at_neither_of_its_ends() {
        arrive(1);
        this.clock.advance(SECOND);
        arrive(1);
        this.arrivals.assertNothingBetween(Duration.ZERO, SECOND);

        this.clock.advance(SECOND);
        assertSays(
                () -> this.arrivals.assertNothingBetween(Duration.ZERO, this.clock.passed()),
                "1 arrivals between 0 s and 2 s, the first at 1 s");
    }

    @Test
    void what_is_forgotten_is_gone_and_time_goes_on() {
        arrive(2);
        this.clock.advance(SECOND);
        this.arrivals.clear();
        arrive(1);

        assertThat(this.arrivals.count()).isEqualTo(1);
        assertThat(this.arrivals.instants()).containsExactly(SECOND);
        assertThat(this.arrivals).hasToString("Arrivals[1 s]");
    }
}
