package dev.limiter.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterFormTests {

    @ParameterizedTest
    @CsvSource({"1, 1", "999999, 1", "1000000, 1", "1000001, 2", "2000000, 2", "300000000, 300"})
    void delay_seconds_are_rounded_up(long waitMicros, String written) {
        assertThat(RetryAfterForm.DELAY_SECONDS.headers(waitMicros, Instant.EPOCH))
                .isEqualTo(Map.of("Retry-After", written));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    2026-03-08T23:59:58Z          | 1000000 | Sun, 08 Mar 2026 23:59:59 GMT
                    2026-03-08T23:59:58Z          | 1000001 | Mon, 09 Mar 2026 00:00:00 GMT
                    2026-03-08T23:59:57.000001Z   | 1999999 | Sun, 08 Mar 2026 23:59:59 GMT
                    2026-03-08T23:59:57.000001Z   | 2000000 | Mon, 09 Mar 2026 00:00:00 GMT
                    2026-03-08T23:59:57.0000001Z  | 1       | Sun, 08 Mar 2026 23:59:58 GMT
                    2026-09-01T00:00:00.9Z        | 50000   | Tue, 01 Sep 2026 00:00:01 GMT
                    """)
    void an_http_date_is_an_imf_fixdate_and_rounded_up(Instant now, long waitMicros, String written) {
        assertThat(RetryAfterForm.HTTP_DATE.headers(waitMicros, now)).isEqualTo(Map.of("Retry-After", written));
    }

    @Test
    void a_date_header_cuts_the_fraction_off() {
        assertThat(RetryAfterForm.httpDate(Instant.parse("1994-11-06T08:49:37.999Z")))
                .isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
    }
}
