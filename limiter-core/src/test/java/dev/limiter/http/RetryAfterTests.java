package dev.limiter.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTests {

    private static final Instant NOW = Instant.parse("1994-11-06T08:49:30Z");

    private static Optional<Duration> parse(String... lines) {
        return RetryAfter.parse(List.of(lines), null, NOW);
    }

    @ParameterizedTest
    @CsvSource({
        "2.4, 2400000",
        "0.3, 300000",
        "0.314, 314000",
        "299.997, 299997000",
        "1.5, 1500000",
        ".5, 500000",
        "2., 2000000",
        "007.0, 7000000",
        "0.000001, 1",
        "0.0000001, 1",
        "1.0000001, 1000001",
        "0.9999999, 1000000",
        "2.4000000000000000000000000000000001, 2400001"
    })
    void p01_fractional_seconds_are_honoured_and_rounded_up_to_a_microsecond(String value, long micros) {
        assertThat(parse(value)).contains(Duration.ofNanos(1000 * micros));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-5",
                "-0.001",
                "Sun, 06 Nov 1994 08:49:29 GMT",
                "Sun, 06 Nov 1994 08:44:30 GMT",
                "Sunday, 06-Nov-94 08:49:29 GMT",
                "Sun Nov  6 08:49:29 1994",
                "Thu, 01 Jan 1970 00:00:00 GMT",
                "Sat, 01 Jan 0001 00:00:00 GMT"
            })
    void p03_a_negative_number_or_a_past_date_is_no_usable_hint(String value) {
        assertThat(parse(value)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "00", "0.0", "0.000000000000", "0.", ".0", "Sun, 06 Nov 1994 08:49:30 GMT"})
    void p04_zero_is_no_usable_hint(String value) {
        assertThat(parse(value)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "2147484, 2147484",
        "31622400, 31622400",
        "31622399.9999999, 31622400",
        "31622400.1, 31622400",
        "9999999999, 31622400",
        "9223372036854775807, 31622400",
        "18446744073709551621, 31622400",
        "9223372036854775808.5, 31622400"
    })
    void p05_a_number_too_large_is_cut_and_never_turns_small(String value, long seconds) {
        assertThat(parse(value)).contains(Duration.ofSeconds(seconds));
    }

    @Test
    void p05_four_hundred_digits_and_the_year_9999_are_cut() {
        assertThat(parse("9".repeat(400))).contains(RetryAfter.LONGEST);
        assertThat(parse("0".repeat(399) + "7")).contains(Duration.ofSeconds(7));
        assertThat(parse("3." + "1".repeat(400))).contains(Duration.ofNanos(3_111_112_000L));
        assertThat(parse("Fri, 31 Dec 9999 23:59:59 GMT")).contains(RetryAfter.LONGEST);
        assertThat(parse("Fri Dec 31 23:59:59 9999")).contains(RetryAfter.LONGEST);
        assertThat(Instant.now().plus(RetryAfter.LONGEST).toEpochMilli()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"3, 3", "60, 60", "50, 50", "120, 120"})
    void p08_a_number_is_seconds(String value, long seconds) {
        assertThat(parse(value)).contains(Duration.ofSeconds(seconds));
    }

    @Test
    void p10_of_several_lines_or_values_the_longest_usable_one_counts() {
        Duration five = Duration.ofSeconds(5);
        assertThat(parse("5", "2")).contains(five);
        assertThat(parse("2", "5")).contains(five);
        assertThat(parse("5, 2")).contains(five);
        assertThat(parse("2,5")).contains(five);
        assertThat(parse("5", "rubbish")).contains(five);
        assertThat(parse("rubbish", "5")).contains(five);
        assertThat(parse("Sun, 5")).contains(five);
        assertThat(parse("5, Sun")).contains(five);
        assertThat(parse("0, 5, -7, , ;", "")).contains(five);
        assertThat(parse("rubbish, -1", "0")).isEmpty();
    }

    @Test
    void p10_the_comma_inside_a_date_is_no_separator() {
        Duration seven = Duration.ofSeconds(7);
        assertThat(parse("Sun, 06 Nov 1994 08:49:37 GMT, 5")).contains(seven);
        assertThat(parse("5, Sun, 06 Nov 1994 08:49:37 GMT")).contains(seven);
        assertThat(parse("5,Sunday, 06-Nov-94 08:49:37 GMT,6")).contains(seven);
        assertThat(parse("5, Sun Nov  6 08:49:37 1994, 6")).contains(seven);
        assertThat(parse("Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:35 GMT"))
                .contains(seven);
        assertThat(parse("Sun, 06 Nov 1994 08:49:37 GMT, 8")).contains(Duration.ofSeconds(8));
    }

    @Test
    void p11_a_missing_header_is_no_usable_hint() {
        assertThat(parse()).isEmpty();
        assertThat(parse("")).isEmpty();
        assertThat(parse(" \t ")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NaN",
                "Infinity",
                "-Infinity",
                "1e400",
                "1e3",
                "0x10",
                "0b1",
                "1_000",
                "+5",
                "5s",
                "5 s",
                "5 seconds",
                "\"5\"",
                "soon",
                ".",
                "..",
                "1.2.3",
                "5;",
                "1/2",
                "١٢",
                "５",
                "Ⅴ",
                "²",
                "5\u0000",
                "\u00005",
                "5\u200b",
                "−5",
                "2026-03-01T12:00:05Z",
                "PT5S",
                "null",
                "undefined"
            })
    void what_is_no_number_of_seconds_is_no_usable_hint(String value) {
        assertThat(parse(value)).isEmpty();
    }

    @Test
    void white_space_around_a_value_is_ignored() {
        assertThat(parse(" 5\t", "\t 2 , 3 ")).contains(Duration.ofSeconds(5));
    }

    @Test
    @Timeout(10)
    void ten_thousand_values_of_a_megabyte_are_answered_in_microseconds_each() {
        String digits = "9".repeat(1 << 20);
        String commas = "1,".repeat(1 << 19);
        List<String> lines = Collections.nCopies(1_000_000, "");
        for (int i = 0; i < 10_000; i++) {
            assertThat(parse(digits)).isEmpty();
            assertThat(parse(commas, "5")).contains(Duration.ofSeconds(5));
            assertThat(RetryAfter.parse(lines, digits, NOW)).isEmpty();
        }
    }

    @Test
    void what_no_http_client_would_let_through_is_not_looked_at() {
        String longest = "9".repeat(8192);
        assertThat(parse(longest)).contains(RetryAfter.LONGEST);
        assertThat(parse(longest + "9")).isEmpty();
        assertThat(parse(longest + "9", "5")).contains(Duration.ofSeconds(5));
        assertThat(parse("5", longest)).contains(Duration.ofSeconds(5));
        assertThat(parse("5", longest.substring(1))).contains(RetryAfter.LONGEST);
    }
}
