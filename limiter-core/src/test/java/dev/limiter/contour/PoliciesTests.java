package dev.limiter.contour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.limiter.contour.PausePolicy.Resume;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PoliciesTests {

    @Test
    void by_default_a_pause_is_5_seconds_at_most_a_day_and_the_bucket_empty_at_its_end() {
        assertThat(PausePolicy.DEFAULT)
                .isEqualTo(new PausePolicy(
                        Duration.ofSeconds(5), Duration.ofHours(24), Duration.ofMillis(500), Resume.EMPTY));
    }

    @Test
    void p107_a_pause_policy_is_bounded() {
        refusedPause(0, 86_400_000, 500, "pause.fallback must be from 1ms to 60s, but is PT0S");
        refusedPause(-5, 86_400_000, 500, "pause.fallback must be from 1ms to 60s");
        refusedPause(60_001, 86_400_000, 500, "pause.fallback must be from 1ms to 60s, but is PT1M0.001S");
        refusedPause(5000, 4999, 500, "pause.max must be from pause.fallback (PT5S) to 366 days, but is PT4.999S");
        refusedPause(5000, Duration.ofDays(367).toMillis(), 500, "pause.max must be from pause.fallback (PT5S)");
        refusedPause(5000, 86_400_000, -1, "pause.jitter must be from 0 to 60s, but is PT-0.001S");
        refusedPause(5000, 86_400_000, 60_001, "pause.jitter must be from 0 to 60s");
        assertThat(pause(60_000, 60_000, 0).max()).isEqualTo(Duration.ofMinutes(1));
    }

    private static PausePolicy pause(long fallback, long max, long jitter) {
        return new PausePolicy(
                Duration.ofMillis(fallback), Duration.ofMillis(max), Duration.ofMillis(jitter), Resume.REFILL);
    }

    private static void refusedPause(long fallback, long max, long jitter, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pause(fallback, max, jitter))
                .withMessageContaining(message);
    }

    @Test
    void a_pause_that_the_server_gives_no_length_doubles_in_a_row_up_to_a_minute() {
        assertThat(IntStream.of(0, 1, 2, 3, 4, 5, 6, 1000, Integer.MAX_VALUE)
                        .mapToObj(PausePolicy.DEFAULT::fallback)
                        .map(Duration::toSeconds))
                .containsExactly(5L, 5L, 10L, 20L, 40L, 60L, 60L, 60L, 60L);
        assertThat(pause(1, 60_000, 0).fallback(17)).isEqualTo(Duration.ofMinutes(1));
        assertThat(pause(1, 60_000, 0).fallback(16)).isEqualTo(Duration.ofMillis(32_768));
    }

    @Test
    void by_default_a_call_takes_five_attempts_and_a_contour_a_fifth_of_its_traffic_for_repeats() {
        assertThat(RetryPolicy.DEFAULT)
                .isEqualTo(new RetryPolicy(
                        5, Duration.ofSeconds(1), Duration.ofSeconds(30), null, .2, true, RetryPolicy.PASSING_TROUBLE));
    }

    @Test
    void p107_a_retry_policy_is_bounded() {
        refusedRetry(0, 1000, 30_000, .2, "retry.max-attempts must be from 1 (no repeat) to 100, but is 0");
        refusedRetry(101, 1000, 30_000, .2, "retry.max-attempts must be from 1 (no repeat) to 100, but is 101");
        refusedRetry(5, 0, 30_000, .2, "retry.backoff must be at least 1ms, but is PT0S");
        refusedRetry(5, 1000, 999, .2, "retry.max-backoff must be from retry.backoff (PT1S) to 1 day, but is PT0.999S");
        refusedRetry(5, 1000, 86_400_001, .2, "retry.max-backoff must be from retry.backoff (PT1S) to 1 day");
        refusedRetry(5, 1000, 30_000, -.1, "retry.budget must be from 0% to 100%, but is -0.1");
        refusedRetry(5, 1000, 30_000, 1.1, "retry.budget must be from 0% to 100%, but is 1.1");
        refusedRetry(5, 1000, 30_000, Double.NaN, "retry.budget must be from 0% to 100%, but is NaN");
        assertThat(retry(1, 1, 1, 0).maxAttempts()).isEqualTo(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryPolicy.DEFAULT.withMaxTime(Duration.ZERO))
                .withMessage("retry.max-time must be above zero, but is PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryPolicy.DEFAULT.withStatuses(Set.of(200)))
                .withMessage("retry.statuses must be from 400 to 599, but one is 200");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryPolicy.DEFAULT.withStatuses(Set.of(429)))
                .withMessageContaining("retry.repeat-refused");
    }

    @Test
    void p107_the_header_of_an_idempotency_key_is_a_name() {
        assertThat(IdempotencyKeys.DEFAULT).isEqualTo(new IdempotencyKeys("Idempotency-Key", false));
        for (String name : List.of("", "Idempotency Key", "Key:", "Schlüssel")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new IdempotencyKeys(name, true))
                    .withMessageContaining("idempotency-key.header must be the name of a header");
        }
    }

    private static RetryPolicy retry(int attempts, long backoff, long maxBackoff, double budget) {
        return new RetryPolicy(
                attempts,
                Duration.ofMillis(backoff),
                Duration.ofMillis(maxBackoff),
                null,
                budget,
                true,
                RetryPolicy.PASSING_TROUBLE);
    }

    private static void refusedRetry(int attempts, long backoff, long maxBackoff, double budget, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> retry(attempts, backoff, maxBackoff, budget))
                .withMessageContaining(message);
    }
}
