package dev.limiter.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dates in {@code Retry-After}, and in the headers that name a reset. */
class RetryAfterDateTests {

    private static final Instant NOW = Instant.parse("1994-11-06T08:49:30Z");

    private static Optional<Duration> parse(String... lines) {
        return RetryAfter.parse(List.of(lines), null, NOW);
    }

    @Test
    void p03_a_date_that_passed_on_the_way_is_read_against_the_answers_own_date() {
        // sent 3 s ago with 2 s to wait: by our clock it is 1 s ago
        assertThat(RetryAfter.parse(List.of("Sun, 06 Nov 1994 08:49:29 GMT"), "Sun, 06 Nov 1994 08:49:27 GMT", NOW))
                .contains(Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sun, 06 Nov 1994 08:49:37 GMT",
                "Sunday, 06-Nov-94 08:49:37 GMT",
                "Sun Nov  6 08:49:37 1994",
                "Sun Nov 06 08:49:37 1994",
                "sun, 06 nov 1994 08:49:37 gmt",
                "Sun, 6 Nov 1994 08:49:37 GMT",
                "Sun, 06 Nov 1994 08:49:37 UTC",
                "Sun, 06 Nov 1994 08:49:37 +0000",
                "Sun, 06-Nov-1994 08:49:37 GMT",
                "Mon, 06 Nov 1994 08:49:37 GMT"
            })
    void each_form_of_a_date_is_read(String value) {
        assertThat(parse(value)).contains(Duration.ofSeconds(7));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sun, 31 Feb 2030 08:49:37 GMT",
                "Sun, 00 Nov 2030 08:49:37 GMT",
                "Sun, 06 Nov 2030 24:00:00 GMT",
                "Sun, 06 Nov 2030 08:60:00 GMT",
                "Sun, 06 Nov 2030 08:49:61 GMT",
                "Sun, 06 Foo 2030 08:49:37 GMT",
                "Sun, 06 Nov 2030 08:49:37 PST",
                "Sun, 06 Nov 2030 08:49:37",
                "Sun, 06 Nov 02030 08:49:37 GMT",
                "06 Nov 2030 08:49:37 GMT",
                "Sun Nov 31 08:49:37 2030"
            })
    void what_is_no_date_is_no_usable_hint(String value) {
        assertThat(parse(value)).isEmpty();
    }

    @Test
    void a_leap_second_is_the_second_after() {
        assertThat(RetryAfter.parse(
                        List.of("Sat, 31 Dec 2016 23:59:60 GMT"), null, Instant.parse("2016-12-31T23:59:58Z")))
                .contains(Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-01T00:00:00Z, Thursday 31-Dec-76 23:59:59 GMT, true",
        "2026-01-01T00:00:00Z, Saturday 01-Jan-77 00:00:00 GMT, false",
        "1999-12-31T23:59:59Z, Saturday 01-Jan-00 00:00:05 GMT, true",
        "2099-12-31T23:59:59Z, Friday 01-Jan-00 00:00:05 GMT, true"
    })
    void two_digits_of_a_year_are_at_most_fifty_years_ahead(Instant now, String value, boolean ahead) {
        String date = value.replaceFirst(" ", ", ");
        assertThat(RetryAfter.parse(List.of(date), null, now).isPresent()).isEqualTo(ahead);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Sun, 06 Nov 1994 08:00:00 GMT", "Sunday, 06-Nov-94 08:00:00 GMT", "Sun Nov  6 08:00:00 1994"})
    void a_date_is_read_against_the_answers_own_date_however_wrong_our_clock_is(String date) {
        for (String now : List.of("1970-01-01T00:00:00Z", "1994-11-06T08:00:00Z", "2040-01-01T00:00:00Z")) {
            assertThat(RetryAfter.parse(List.of("Sun, 06 Nov 1994 08:00:10 GMT"), date, Instant.parse(now)))
                    .contains(Duration.ofSeconds(10));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "5", "Sun, 06 Nov 1994"})
    void our_clock_takes_the_place_of_an_unreadable_date(String date) {
        assertThat(RetryAfter.parse(List.of("Sun, 06 Nov 1994 08:49:37 GMT"), date, NOW))
                .contains(Duration.ofSeconds(7));
    }

    @Test
    void a_date_read_against_our_clock_is_rounded_up_to_a_microsecond() {
        assertThat(RetryAfter.parse(List.of("Sun, 06 Nov 1994 08:49:37 GMT"), null, NOW.plusNanos(1)))
                .contains(Duration.ofSeconds(7));
        assertThat(RetryAfter.parse(List.of("Sun, 06 Nov 1994 08:49:37 GMT"), null, NOW.plusNanos(1001)))
                .contains(Duration.ofSeconds(7).minusNanos(1000));
    }

    @Test
    void an_impossible_clock_of_ours_does_not_throw() {
        for (Instant now : List.of(Instant.MIN, Instant.MAX)) {
            assertThat(RetryAfter.parse(List.of("5"), null, now)).contains(Duration.ofSeconds(5));
            for (String date : List.of("Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT")) {
                assertThat(RetryAfter.parse(List.of(date), date, now).orElse(RetryAfter.LONGEST))
                        .isEqualTo(RetryAfter.LONGEST);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "784111777, 7",
        "784111777.25, 7.25",
        "784111770, ",
        "5, ",
        "'Sun, 06 Nov 1994 08:49:37 GMT', 7",
        "1994-11-06T08:49:37Z, 7",
        "1994-11-06T09:49:37.5+01:00, 7.5",
        "1994-11-06 08:49:37, ",
        "99999999999999999999, 31622400",
        "rubbish, "
    })
    void p18_a_reset_is_read_as_seconds_since_1970_or_as_a_date(String value, @Nullable String seconds) {
        Optional<Duration> read = RetryAfter.parseReset(List.of(value), null, NOW);
        Optional<Duration> expected = Optional.ofNullable(seconds)
                .map(text -> Duration.ofMillis(Math.round(1000 * Double.parseDouble(text))));
        assertThat(read).isEqualTo(expected);
    }
}
