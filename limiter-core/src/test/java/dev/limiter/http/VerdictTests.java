package dev.limiter.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerdictTests {

    @Test
    void throttled_pauses_the_key_and_may_have_been_acted_upon_unless_said_otherwise() {
        assertThat(Verdict.throttled()).isEqualTo(new Verdict.Throttled(Scope.KEY, null, false));
        assertThat(Verdict.throttled().pauses()).isTrue();
        assertThat(Verdict.throttled().withScope(Scope.CONTOUR).pauses()).isTrue();
        assertThat(Verdict.throttled().withScope(Scope.CALL).pauses()).isFalse();
    }

    @Test
    void each_with_changes_one_thing() {
        Verdict.Throttled all = Verdict.throttled()
                .withScope(Scope.CONTOUR)
                .withRetryAfter(Duration.ofSeconds(3))
                .asNotActedUpon();
        assertThat(all).isEqualTo(new Verdict.Throttled(Scope.CONTOUR, Duration.ofSeconds(3), true));
        assertThat(all.withScope(Scope.KEY)).isEqualTo(new Verdict.Throttled(Scope.KEY, Duration.ofSeconds(3), true));
        assertThat(all.withRetryAfter(Optional.empty())).isEqualTo(new Verdict.Throttled(Scope.CONTOUR, null, true));
    }

    @Test
    void p05_a_rules_own_arithmetic_cannot_invert_a_pause() {
        assertThat(Verdict.throttled().withRetryAfter(Duration.ZERO).retryAfter())
                .isNull();
        assertThat(Verdict.throttled().withRetryAfter(Duration.ofSeconds(-1)).retryAfter())
                .isNull();
        assertThat(Verdict.throttled()
                        .withRetryAfter(Duration.ofSeconds(Long.MAX_VALUE))
                        .retryAfter())
                .isEqualTo(RetryAfter.LONGEST);
    }

    @Test
    void a_refusal_carries_scope_time_and_cause() {
        assertThat(Verdict.throttled().withRetryAfter(Duration.ofSeconds(3)).toRefusal("429 at RecordClient.deposit"))
                .isEqualTo(new Refusal(Scope.KEY, Duration.ofSeconds(3), "429 at RecordClient.deposit"));
    }
}
