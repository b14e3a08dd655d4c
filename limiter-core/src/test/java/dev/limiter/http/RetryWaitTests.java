package dev.limiter.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Refusal.Scope;
import dev.limiter.contour.RetryPolicy;
import dev.limiter.http.RetryDecision.Repeat;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a repeat waits. */
class RetryWaitTests {

    private static final RetryPolicy POLICY = new RetryPolicy(
            5, Duration.ofSeconds(1), Duration.ofSeconds(30), null, 1.0, true, RetryPolicy.PASSING_TROUBLE);

    private static final SentRequest GET = new SentRequest("GET", false, true);

    private static AttemptOutcome answered(TestAnswer answer) {
        return AttemptOutcome.answered(answer, ResponseClassifier.standard().classify(answer));
    }

    private static AttemptOutcome answered(int status) {
        return answered(TestAnswer.of(status));
    }

    private static AttemptOutcome judged(Verdict verdict) {
        return AttemptOutcome.answered(TestAnswer.of(403), verdict);
    }

    @ParameterizedTest
    @CsvSource({
        // attempt, random, millis of a wait without a hint
        "1, 0.0, 500",
        "1, 0.5, 750",
        "1, 1.0, 1000",
        "2, 0.0, 1000",
        "2, 1.0, 2000",
        "5, 0.0, 8000",
        "5, 1.0, 16000",
        "6, 0.0, 15000",
        "6, 1.0, 30000",
        "99, 0.0, 15000",
        "99, 1.0, 30000"
    })
    void backoff_doubles_up_to_its_longest_and_keeps_its_jitter_there(int attempt, double random, long millis) {
        RetryPolicy policy = new RetryPolicy(
                100, Duration.ofSeconds(1), Duration.ofSeconds(30), null, 1.0, true, RetryPolicy.PASSING_TROUBLE);
        for (AttemptOutcome outcome : List.of(answered(429), answered(504), AttemptOutcome.unknown())) {
            assertThat(new RetryRules(policy, () -> random).decide(GET, attempt, outcome, null, Duration.ZERO))
                    .isEqualTo(new Repeat(Duration.ofMillis(millis)));
        }
    }

    @Test
    void a_day_long_backoff_does_not_overflow() {
        RetryPolicy policy = new RetryPolicy(
                100, Duration.ofDays(1), Duration.ofDays(1), null, 1.0, true, RetryPolicy.PASSING_TROUBLE);
        assertThat(new RetryRules(policy, () -> 1).decide(GET, 99, answered(504), null, Duration.ZERO))
                .isEqualTo(new Repeat(Duration.ofDays(1)));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 0.999})
    void p01_a_repeat_waits_at_least_what_the_server_asked_for(double random) {
        RetryRules rules = new RetryRules(POLICY, () -> random);
        Duration asked = Duration.ofMillis(2400);
        // the pause holds it back as well: the wait is that, or the backoff where it is longer
        assertThat(rules.decide(GET, 1, answered(TestAnswer.of(429).with("Retry-After", "2.4")), null, Duration.ZERO))
                .isEqualTo(new Repeat(asked));
        // no pause here: backoff on top, never inside
        Duration own = Duration.ofMillis(500).plusNanos((long) (random * 500_000_000));
        assertThat(rules.decide(
                        GET,
                        1,
                        judged(Verdict.throttled().withScope(Scope.CALL).withRetryAfter(asked)),
                        null,
                        Duration.ZERO))
                .isEqualTo(new Repeat(asked.plus(own)));
        assertThat(rules.decide(GET, 1, answered(TestAnswer.of(502).with("Retry-After", "2.4")), null, Duration.ZERO))
                .isEqualTo(new Repeat(asked.plus(own)));
    }

    @Test
    void the_longer_of_backoff_and_hint_counts_where_the_contour_pauses() {
        RetryRules rules = new RetryRules(POLICY, () -> 1);
        AttemptOutcome hinted = answered(TestAnswer.of(429).with("Retry-After", "3"));
        assertThat(rules.decide(GET, 2, hinted, null, Duration.ZERO)).isEqualTo(new Repeat(Duration.ofSeconds(3)));
        assertThat(rules.decide(GET, 3, hinted, null, Duration.ZERO)).isEqualTo(new Repeat(Duration.ofSeconds(4)));
    }

    @Test
    void the_longer_of_header_and_verdict_counts() {
        TestAnswer answer = TestAnswer.of(429).with("Retry-After", "7");
        RetryRules rules = new RetryRules(POLICY);
        assertThat(rules.decide(
                        GET,
                        1,
                        AttemptOutcome.answered(answer, Verdict.throttled().withRetryAfter(Duration.ofSeconds(4))),
                        null,
                        Duration.ZERO))
                .isEqualTo(new Repeat(Duration.ofSeconds(7)));
        assertThat(rules.decide(
                        GET,
                        1,
                        AttemptOutcome.answered(answer, Verdict.throttled().withRetryAfter(Duration.ofSeconds(9))),
                        null,
                        Duration.ZERO))
                .isEqualTo(new Repeat(Duration.ofSeconds(9)));
    }

    @Test
    void p22_callers_refused_together_do_not_wait_equally_long() {
        RetryRules rules = new RetryRules(new RetryPolicy(
                5, Duration.ofSeconds(1), Duration.ofSeconds(30), null, 1.0, true, RetryPolicy.PASSING_TROUBLE));
        Set<Duration> waits = new HashSet<>();
        for (int caller = 0; caller < 100; caller++) {
            rules.budget().firstAttempt();
            if (rules.decide(GET, 4, answered(504), null, Duration.ZERO) instanceof Repeat repeat) {
                assertThat(repeat.after()).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(8));
                waits.add(repeat.after());
            }
        }
        assertThat(waits).hasSizeGreaterThan(90);
    }
}
