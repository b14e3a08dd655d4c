package dev.limiter.contour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateTests {

    @ParameterizedTest
    @CsvSource({
        "8/s,               8,          PT1S,       8/s",
        "3000/5m,           3000,       PT5M,       3000/5m",
        "10000/d,           10000,      P1D,        10000/d",
        "1/w,               1,          P7D,        1/w",
        "100/h,             100,        PT1H,       100/h",
        "7/min,             7,          PT1M,       7/m",
        "15/1min,           15,         PT1M,       15/m",
        "5/100ms,           5,          PT0.1S,     5/100ms",
        "1/10us,            1,          PT0.00001S, 1/10us",
        "1000000000/us,     1000000000, PT0.000001S,1000000000/us",
        "100/PT1H,          100,        PT1H,       100/h",
        "100/pt1h30m,       100,        PT1H30M,    100/90m",
        "1/P1D,             1,          P1D,        1/d",
        "2/PT0.5S,          2,          PT0.5S,     2/500ms",
        "100/60s,           100,        PT1M,       100/m",
        "10000/7d,          10000,      P7D,        10000/w",
        "1/366d,            1,          P366D,      1/366d",
        "' 8 / s ',         8,          PT1S,       8/s",
        "'3000 / 5 m',      3000,       PT5M,       3000/5m",
        "'\t8/s\n',         8,          PT1S,       8/s",
        "0008/01s,          8,          PT1S,       8/s"
    })
    void p101_what_people_write_is_read_exactly_and_said_again_in_the_shortest_form(
            String text, long permits, Duration period, String echo) {
        Rate rate = Rate.parse(text);

        assertThat(rate).isEqualTo(new Rate(permits, period));
        assertThat(rate).hasToString(echo);
        assertThat(Rate.parse(rate.toString())).isEqualTo(rate);
    }

    @Test
    void a_quota_is_read_and_said_as_a_rate_is() {
        assertThat(Quota.parse(" 3000 / 300s")).isEqualTo(new Quota(3000, Duration.ofMinutes(5)));
        assertThat(Quota.parse("10000/P7D")).hasToString("10000/w");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    ""                  | '' is not a rate: write a count and a period with its unit, such as 8/s
                    "  "                | is not a rate
                    8                   | '8' is not a rate: write a count and a period with its unit, such as 8/s, 3000/5m
                    8 per s             | '8 per s' is not a rate
                    8/s/2               | '8/s/2' is not a rate
                    /s                  | '/s' does not start with a whole number: write a count and a period
                    x/s                 | 'x/s' does not start with a whole number
                    -1/s                | '-1/s' does not start with a whole number
                    +8/s                | '+8/s' does not start with a whole number
                    8.5/s               | '8.5/s' does not start with a whole number
                    8,5/s               | '8,5/s' does not start with a whole number
                    1e3/s               | '1e3/s' does not start with a whole number
                    ٨/s                 | does not start with a whole number
                    99999999999/s       | '99999999999/s' does not start with a whole number
                    0/s                 | '0/s': the count must be from 1 to 1000000000, but is 0
                    1000000001/s        | '1000000001/s': the count must be from 1 to 1000000000, but is 1000000001
                    8/                  | '8/' has no readable period: write a count and a period with its unit
                    8/x                 | '8/x' has no readable period
                    8/S                 | '8/S' has no readable period
                    8/sec               | '8/sec' has no readable period
                    8/1.5s              | '8/1.5s' has no readable period
                    8/-5s               | '8/-5s' has no readable period
                    8/1M                | '8/1M' has no readable period
                    8/P1M               | '8/P1M' has no readable period
                    8/9999999999s       | '8/9999999999s' has no readable period
                    8/PT9999999999999999999S | has no readable period
                    8/0s                | '8/0s': the period must be above zero and at most 366 days, but is PT0S
                    8/PT0S              | '8/PT0S': the period must be above zero
                    8/PT-5S             | '8/PT-5S': the period must be above zero and at most 366 days, but is PT-5S
                    1/367d              | '1/367d': the period must be above zero and at most 366 days
                    1/109500d           | '1/109500d': the period must be above zero and at most 366 days
                    1/999999999w        | '1/999999999w': the period must be above zero and at most 366 days
                    1/PT0.0000005S      | '1/PT0.0000005S': the period must be whole microseconds
                    """)
    void p107_nonsense_is_refused_with_the_text_and_what_to_write_instead(String text, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> Rate.parse(text)).withMessageContaining(message);
        assertThatIllegalArgumentException().isThrownBy(() -> Quota.parse(text)).withMessageContaining(message);
    }

    @Test
    void p108_a_period_without_a_unit_is_refused_with_what_it_could_mean() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rate.parse("100/60"))
                .withMessage(
                        "'100/60' has a period without a unit: write 60s for seconds, 60m for minutes, 60h for hours");
    }

    @Test
    void permits_and_period_are_bounded_however_they_are_made() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Rate(0, Duration.ofSeconds(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> new Rate(-1, Duration.ofSeconds(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> new Rate(1, Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> new Rate(1, Duration.ofSeconds(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> new Rate(1, Duration.ofDays(300 * 365)));
        assertThatIllegalArgumentException().isThrownBy(() -> new Rate(1, Duration.ofSeconds(Long.MAX_VALUE)));
    }

    @Test
    void permits_per_second_are_for_people() {
        assertThat(Rate.parse("3000/5m").perSecond()).isEqualTo(10);
        assertThat(Rate.parse("1/w").perSecond()).isEqualTo(1 / 604_800.0);
    }
}
