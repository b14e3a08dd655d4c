package dev.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.contour.Contour;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.Quota;
import dev.limiter.contour.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContourInWordsTests {

    @Test
    void a_quota_is_said_with_what_is_left_for_others_and_the_worst_window() {
        Contour contour = Contour.named("datacite")
                .quota(Quota.parse("3000/5m"))
                .hosts(List.of("api.datacite.org"))
                .build();
        assertThat(ContourInWords.describe(new ConfiguredContour(contour, Quota.parse("3000/5m"), null, false)))
                .isEqualTo("Contour 'datacite': of the quota of 3,000 requests per 5 minutes, with 20 % of it left for"
                        + " other clients, 7.936 permits per second, at most 20 at once, so that any 5 minutes holds at"
                        + " most 2,400; hosts api.datacite.org; waits at most 30 seconds");
    }

    @Test
    void p100_a_full_bucket_and_its_refill_are_said_in_numbers() {
        assertThat(stated(builder -> builder.limit(Rate.parse("15/m"), 15)))
                .contains("15 permits per minute, at most 15 at once, so that any minute holds at most 30")
                .contains("no hosts, so that only marked calls are limited");
    }

    @Test
    void p100_no_window_of_a_quota_holds_more_than_the_quota() {
        Contour contour =
                Contour.named("x").quota(Quota.parse("15/m")).headroom(0).build();
        assertThat(ContourInWords.describe(new ConfiguredContour(contour, Quota.parse("15/m"), 0.0, false)))
                .contains("with none of it left for other clients")
                .contains("any minute holds at most 15;");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5/min | 5 permits per minute",
                "1/10s | 1 permit per 10 seconds",
                "100/h | 100 permits per hour",
                "1/d | 1 permit per day",
                "3000/5m | 3,000 permits per 5 minutes",
                "100/60s | 100 permits per minute",
                "1/w | 1 permit per week",
                "3/1020ms | 2.941 permits per second",
                "1/1500ms | 40.00 permits per minute"
            })
    void p101_p108_rates_are_echoed_in_words(String rate, String words) {
        assertThat(stated(builder -> builder.limit(Rate.parse(rate)))).contains("'x': " + words + ", at most");
    }

    @Test
    void several_limits_are_all_said() {
        assertThat(stated(builder -> builder.limit(Rate.parse("8/s"), 16).limit(Rate.parse("10000/d"))))
                .contains("8 permits per second, at most 16 at once, so that any second holds at most 24; and 10,000"
                        + " permits per day, at most 5,000 at once, so that any day holds at most 15,000");
    }

    @Test
    void a_default_arrival_jitter_below_20_ms_is_said() {
        assertThat(stated(builder -> builder.limit(Rate.parse("2/s"), 1)))
                .contains("leaves room for an arrival jitter of 0 ms, not of 20 ms");
        assertThat(stated(builder -> builder.limit(Rate.parse("1000/s"), 11)))
                .containsPattern("leaves room for an arrival jitter of (10|9\\.99\\d*) ms, not of 20 ms");
        assertThat(stated(builder -> builder.limit(Rate.parse("2/s"), 3))).doesNotContain("jitter");
        assertThat(stated(builder -> builder.limit(Rate.parse("2/s"), 1).arrivalJitter(Duration.ZERO)))
                .doesNotContain("leaves room");
    }

    @Test
    void a_very_long_wait_can_be_said() {
        assertThat(stated(builder -> builder.limit(Rate.parse("2/s")).maxWait(Duration.ofSeconds(Long.MAX_VALUE))))
                .contains("waits at most");
    }

    @Test
    void limits_that_break_the_quota_beside_them_are_warned_of_with_the_worst_case() {
        assertThat(broken("3000/5m", null, "10/s", 10))
                .hasValueSatisfying(warning -> assertThat(warning)
                        .contains("up to 3,010 requests in any 5 minutes")
                        .contains("the quota beside them 3,000;")
                        .contains("the limits run"));
        assertThat(broken("3000/5m", 0.2, "9/s", 9))
                .hasValueSatisfying(warning -> assertThat(warning)
                        .contains("up to 2,709 requests")
                        .contains("3,000 (2,400 without the headroom)"));
    }

    @Test
    void limits_within_the_quota_are_not_warned_of() {
        assertThat(broken("3000/5m", null, "9/s", 9)).isEmpty();
        assertThat(broken("3000/5m", 0.2, "7/s", 7)).isEmpty();
    }

    private static Optional<String> broken(String quota, @Nullable Double headroom, String rate, long capacity) {
        Contour contour = Contour.named("x").limit(Rate.parse(rate), capacity).build();
        return ContourInWords.brokenQuota(new ConfiguredContour(contour, Quota.parse(quota), headroom, true));
    }

    private static String stated(UnaryOperator<ContourBuilder> limits) {
        Contour contour = limits.apply(Contour.named("x")).build();
        return ContourInWords.describe(new ConfiguredContour(contour, null, null, true));
    }
}
