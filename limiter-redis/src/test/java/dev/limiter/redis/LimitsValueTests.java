package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.limiter.bucket.LimitsChange;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Quota;
import dev.limiter.contour.Rate;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsValueTests {

    private static LimitsChange read(String text) {
        return LimitsValue.read(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void a_person_can_read_it() {
        List<Limit> limits =
                List.of(Limit.of(Rate.parse("8/s"), 16), new Limit(Rate.parse("500/h"), 250, Duration.ZERO));

        assertThat(LimitsValue.write(new LimitsChange(1764495929123L, limits)))
                .isEqualTo("1764495929123 8/s capacity 16 jitter 20000us, 500/h capacity 250 jitter 0us");
        assertThat(LimitsValue.write(new LimitsChange(7, List.of()))).isEqualTo("7 configured");
        assertThat(read("7 configured")).isEqualTo(new LimitsChange(7, List.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"100/5m", "3000/5m", "8/s", "1/w", "10000/d", "1000000000/365d", "1/365d", "7/30d", "1000000/s"})
    void what_follows_from_a_quota_is_read_as_it_was_written(String quota) {
        Limit limit = Quota.parse(quota).toLimit(0, Duration.ofMillis(20));
        LimitsChange change = new LimitsChange(1764495929123L, List.of(limit));

        assertThat(read(LimitsValue.write(change))).isEqualTo(change);
    }

    @Test
    void two_limits_of_any_size_are_shorter_than_200_bytes_and_so_are_four_that_people_write() {
        Limit longest = new Limit(new Rate(999_999_937, Duration.ofDays(365)), 1_000_000_000, Duration.ofMinutes(1));
        assertThat(LimitsValue.write(new LimitsChange(1764495929123L, List.of(longest, longest))))
                .hasSizeLessThan(200);
        Limit usual = Limit.of(Rate.parse("3000/5m"), 1500);
        assertThat(LimitsValue.write(new LimitsChange(1764495929123L, List.of(usual, usual, usual, usual))))
                .hasSizeLessThan(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "8/s",
                "12",
                "12 ",
                "x 8/s capacity 16 jitter 0us",
                "12 8/s capacity 16",
                "12 8 capacity 16 jitter 0us",
                "12 8/s capacity 0 jitter 0us",
                "12 8/s capacity 16 jitter 0us,",
                "9999999999999999 configured",
                "12 8/s capacity 9999999999 jitter 0us",
                "12 configured\n"
            })
    void what_somebody_else_has_written_is_not_read(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(text));
    }
}
