package dev.limiter.contour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitTests {

    @ParameterizedTest
    @CsvSource({
        "8/s, 8",
        "3/s, 3",
        "1000000/s, 1000000",
        "3000/5m, 10",
        "90/m, 1",
        "7/m, 1",
        "1/10s, 1",
        "5/100ms, 50",
        "100/h, 50",
        "10000/d, 5000",
        "1/d, 1",
        "3/w, 1",
        "1/366d, 1",
        "1000000000/us, 1000000000"
    })
    void where_nothing_is_said_the_capacity_is_a_seconds_worth_or_half_of_a_long_period(String rate, long capacity) {
        assertThat(Limit.of(Rate.parse(rate)).capacity()).isEqualTo(capacity);
    }

    @ParameterizedTest
    @CsvSource({
        // 20 ms where there is room for it; else (capacity − 1) / rate, less a microsecond for rounding
        "8/s, 8, 20000",
        "2/s, 3, 20000",
        "50/s, 2, 19999",
        "49/s, 2, 20000",
        "100/s, 2, 9999",
        "100/s, 3, 19999",
        "30000/s, 3, 65",
        "1000000/s, 2, 0",
        "2/s, 1, 0",
        "1/w, 1, 0"
    })
    void where_nothing_is_said_the_arrival_jitter_is_what_costs_nothing(String rate, long capacity, long micros) {
        assertThat(Limit.of(Rate.parse(rate), capacity).arrivalJitter()).isEqualTo(Duration.ofNanos(micros * 1000));
    }

    @Test
    void p100_the_worst_case_is_a_full_bucket_and_its_refill() {
        assertThat(new Limit(Rate.parse("15/m"), 15, Duration.ZERO).worstCase(Duration.ofMinutes(1)))
                .isEqualTo(30);
        assertThat(Limit.of(Rate.parse("15/m")).worstCase(Duration.ofMinutes(1)))
                .isEqualTo(16);
        assertThat(new Limit(Rate.parse("3/s"), 1, Duration.ZERO).worstCase(Duration.ofMillis(999)))
                .isEqualTo(3);
        assertThat(new Limit(Rate.parse("1000000/s"), 1_000_000, Duration.ZERO).worstCase(Duration.ofDays(366)))
                .isEqualTo(1_000_000L + 366 * 86_400 * 1_000_000L);
    }

    @Test
    void p107_a_capacity_must_hold_a_permit_and_refill_within_a_year() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.of(Rate.parse("8/s"), 0))
                .withMessage("capacity must be from 1 to 1000000000, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.of(Rate.parse("8/s"), -1))
                .withMessageContaining("capacity must be from 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.of(Rate.parse("8/s"), 1_000_000_001))
                .withMessageContaining("capacity must be from 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.of(Rate.parse("1/w"), 53))
                .withMessage("capacity 53 takes more than 366 days to refill at 1/w: write a smaller capacity");
        assertThat(Limit.of(Rate.parse("1/w"), 52).capacity()).isEqualTo(52);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.of(Rate.parse("1/366d"), 1_000_000_000))
                .withMessageContaining("takes more than 366 days");
    }

    @Test
    void p107_an_arrival_jitter_is_at_most_a_minute() {
        Rate rate = Rate.parse("8/s");
        for (Duration bad : new Duration[] {
            Duration.ofNanos(-1000), Duration.ofSeconds(61), Duration.ofNanos(1500), Duration.ofSeconds(Long.MAX_VALUE)
        }) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Limit(rate, 8, bad))
                    .withMessage("arrival-jitter must be from 0 to 1 minute, in whole microseconds, but is " + bad);
        }
        assertThat(new Limit(rate, 8, Duration.ofMinutes(1)).arrivalJitter()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void it_says_what_it_is() {
        assertThat(Limit.of(Rate.parse("3000/300s"))).hasToString("3000/5m capacity 10");
    }
}
