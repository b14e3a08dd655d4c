package dev.limiter.bucket;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The test of the test: the envelope finds what is too much. */
class EnvelopeTests {

    private static final Limit TEN = new Limit(Rate.parse("10/s"), 10, Duration.ZERO);

    @Test
    void sixteen_at_once_from_a_capacity_of_ten_are_too_many() {
        List<Slot> sent = List.of(new Slot(0, 8, 1), new Slot(1_400_000, 8, 3), new Slot(1_400_000, 8, 4));

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> new Envelope(TEN).holds(sent))
                .withMessageContaining("admitted 16");
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> new Envelope(TEN).serverRefusesNothing(sent, new Random(0)));
    }

    @Test
    void a_microsecond_too_soon_is_too_much() {
        List<Slot> soon = List.of(new Slot(0, 8, 1), new Slot(599_999, 8, 2));
        List<Slot> right = List.of(new Slot(0, 8, 1), new Slot(600_000, 8, 2));

        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> new Envelope(TEN).holds(soon));
        assertThatCode(() -> new Envelope(TEN).holds(right)).doesNotThrowAnyException();
    }

    @Test
    void a_schedule_without_the_jitter_in_it_earns_refusals() {
        Limit jittery = new Limit(Rate.parse("2/s"), 1, Duration.ofMillis(20));
        List<Slot> sent = List.of(new Slot(0, 1, 1), new Slot(500_000, 1, 2), new Slot(1_000_000, 1, 3));

        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> {
            for (long seed = 0; seed < 20; seed++) {
                new Envelope(jittery).serverRefusesNothing(sent, new Random(seed));
            }
        });
    }
}
