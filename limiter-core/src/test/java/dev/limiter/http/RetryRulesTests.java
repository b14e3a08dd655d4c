package dev.limiter.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Refusal.Scope;
import dev.limiter.contour.RetryPolicy;
import dev.limiter.http.RetryDecision.Reason;
import dev.limiter.http.RetryDecision.Repeat;
import dev.limiter.http.RetryDecision.Stop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryRulesTests {

    private static final RetryPolicy POLICY = new RetryPolicy(
            5, Duration.ofSeconds(1), Duration.ofSeconds(30), null, 1.0, true, RetryPolicy.PASSING_TROUBLE);

    private static final RetryPolicy REFUSED_OFF = new RetryPolicy(
            5, Duration.ofSeconds(1), Duration.ofSeconds(30), null, 1.0, false, RetryPolicy.PASSING_TROUBLE);

    private static final List<String> IDEMPOTENT = List.of("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE");

    private static final List<String> OTHERS = List.of("POST", "PATCH", "CONNECT", "LOCK", "get", "");

    private static final SentRequest GET = new SentRequest("GET", false, true);

    private static final SentRequest POST = new SentRequest("POST", false, true);

    private static AttemptOutcome answered(TestAnswer answer) {
        return AttemptOutcome.answered(answer, ResponseClassifier.standard().classify(answer));
    }

    private static AttemptOutcome answered(int status) {
        return answered(TestAnswer.of(status));
    }

    private static AttemptOutcome judged(Verdict verdict) {
        return AttemptOutcome.answered(TestAnswer.of(403), verdict);
    }

    private static Map<String, AttemptOutcome> outcomes() {
        Map<String, AttemptOutcome> outcomes = new TreeMap<>(Map.of(
                "429", answered(429),
                "429 + hint", answered(TestAnswer.of(429).with("Retry-After", "3")),
                "503 + hint", answered(TestAnswer.of(503).with("Retry-After", "3")),
                "throttled", judged(Verdict.throttled()),
                "throttled, not acted upon", judged(Verdict.throttled().asNotActedUpon()),
                "throttled call", judged(Verdict.throttled().withScope(Scope.CALL)),
                "final", AttemptOutcome.answered(TestAnswer.of(429), Verdict.finalAnswer()),
                "final 503", AttemptOutcome.answered(TestAnswer.of(503), Verdict.finalAnswer()),
                "not connected", AttemptOutcome.notConnected(),
                "unknown", AttemptOutcome.unknown()));
        for (int status :
                new int[] {200, 201, 204, 304, 400, 401, 403, 404, 408, 409, 422, 425, 500, 501, 502, 503, 504}) {
            outcomes.put(String.valueOf(status), answered(status));
        }
        return outcomes;
    }

    /** What is repeated: i(dempotent methods), k(ey: any method with one), o(thers). */
    private static final Map<String, String> REPEATED = Map.ofEntries(
            Map.entry("429", "iko"),
            Map.entry("429 + hint", "iko"),
            Map.entry("throttled, not acted upon", "iko"),
            Map.entry("not connected", "iko"),
            Map.entry("503 + hint", "ik"),
            Map.entry("throttled", "ik"),
            Map.entry("throttled call", "ik"),
            Map.entry("502", "ik"),
            Map.entry("503", "ik"),
            Map.entry("504", "ik"),
            Map.entry("unknown", "ik"));

    private static final List<String> REFUSED = List.of("429", "429 + hint", "throttled, not acted upon");

    @Test
    void p93_every_method_and_outcome() {
        outcomes().forEach((name, outcome) -> {
            String repeated = REPEATED.getOrDefault(name, "");
            check(name, outcome, POLICY, IDEMPOTENT, false, repeated.contains("i"));
            check(name, outcome, POLICY, IDEMPOTENT, true, repeated.contains("i"));
            check(name, outcome, POLICY, OTHERS, false, repeated.contains("o"));
            check(name, outcome, POLICY, OTHERS, true, repeated.contains("k"));
        });
    }

    @Test
    void p93_every_method_and_outcome_where_refused_calls_are_not_repeated_whatever_the_method() {
        outcomes().forEach((name, outcome) -> {
            String repeated = REFUSED.contains(name) ? "ik" : REPEATED.getOrDefault(name, "");
            check(name, outcome, REFUSED_OFF, IDEMPOTENT, false, repeated.contains("i"));
            check(name, outcome, REFUSED_OFF, IDEMPOTENT, true, repeated.contains("i"));
            check(name, outcome, REFUSED_OFF, OTHERS, false, repeated.contains("o"));
            check(name, outcome, REFUSED_OFF, OTHERS, true, repeated.contains("k"));
        });
    }

    private static void check(
            String name,
            AttemptOutcome outcome,
            RetryPolicy policy,
            List<String> methods,
            boolean key,
            boolean repeat) {
        Reason otherwise = REPEATED.containsKey(name) ? Reason.NOT_REPEATABLE : Reason.FINAL;
        for (String method : methods) {
            SentRequest request = new SentRequest(method, key, true);
            RetryDecision decision = new RetryRules(policy).decide(request, 1, outcome, null, Duration.ZERO);
            if (repeat) {
                assertThat(decision).as("%s, key %s: %s", method, key, name).isInstanceOf(Repeat.class);
            } else {
                assertThat(decision).as("%s, key %s: %s", method, key, name).isEqualTo(new Stop(otherwise));
            }
        }
    }

    @Test
    void p98_a_body_that_cannot_be_sent_again_is_never_sent_again() {
        outcomes().forEach((name, outcome) -> {
            Reason reason = REPEATED.containsKey(name) ? Reason.NOT_REPEATABLE : Reason.FINAL;
            for (String method : List.of("PUT", "POST")) {
                assertThat(new RetryRules(POLICY)
                                .decide(new SentRequest(method, true, false), 1, outcome, null, Duration.ZERO))
                        .as("%s: %s", method, name)
                        .isEqualTo(new Stop(reason));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 100})
    void p96_a_call_has_exactly_its_attempts(int maxAttempts) {
        RetryRules rules = new RetryRules(new RetryPolicy(
                maxAttempts,
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                null,
                1.0,
                true,
                RetryPolicy.PASSING_TROUBLE));
        for (int i = 0; i < 100; i++) {
            rules.budget().firstAttempt();
        }
        for (int attempt = 1; attempt < maxAttempts; attempt++) {
            assertThat(rules.decide(GET, attempt, answered(429), null, Duration.ZERO))
                    .isInstanceOf(Repeat.class);
        }
        assertThat(rules.decide(GET, maxAttempts, answered(429), null, Duration.ZERO))
                .isEqualTo(new Stop(Reason.ATTEMPTS));
        assertThat(rules.decide(GET, maxAttempts + 1, answered(429), null, Duration.ZERO))
                .isEqualTo(new Stop(Reason.ATTEMPTS));
    }

    @Test
    void p04_retry_after_zero_repeated_waits_and_ends_with_its_attempts() {
        RetryRules rules = new RetryRules(POLICY);
        rules.budget().firstAttempt();
        AttemptOutcome zero = answered(TestAnswer.of(429).with("Retry-After", "0"));
        for (int attempt = 1; attempt < 5; attempt++) {
            assertThat(rules.decide(POST, attempt, zero, null, Duration.ZERO))
                    .isInstanceOfSatisfying(
                            Repeat.class,
                            repeat -> assertThat(repeat.after()).isGreaterThanOrEqualTo(Duration.ofMillis(500)));
        }
        assertThat(rules.decide(POST, 5, zero, null, Duration.ZERO)).isEqualTo(new Stop(Reason.ATTEMPTS));
    }

    @Test
    void p05_a_longer_wait_than_the_caller_has_ends_the_call_at_once() {
        RetryRules rules = new RetryRules(POLICY);
        AttemptOutcome thirty = answered(TestAnswer.of(429).with("Retry-After", "30"));
        AttemptOutcome forEver = answered(TestAnswer.of(429).with("Retry-After", "9223372036854775807"));
        Duration wait = Duration.ofSeconds(30);
        assertThat(rules.decide(GET, 1, forEver, wait, Duration.ZERO)).isEqualTo(new Stop(Reason.TOO_LATE));
        assertThat(rules.decide(GET, 1, thirty, wait.minusNanos(1), Duration.ZERO))
                .isEqualTo(new Stop(Reason.TOO_LATE));
        assertThat(rules.decide(GET, 1, thirty, wait, Duration.ZERO)).isInstanceOf(Repeat.class);
        assertThat(rules.decide(GET, 1, forEver, null, Duration.ZERO)).isEqualTo(new Repeat(RetryAfter.LONGEST));
        assertThat(rules.decide(GET, 1, forEver, Duration.ofSeconds(Long.MAX_VALUE), Duration.ZERO))
                .isEqualTo(new Repeat(RetryAfter.LONGEST));
    }

    @Test
    void our_own_backoff_makes_no_call_too_late() {
        assertThat(new RetryRules(POLICY).decide(GET, 1, answered(429), Duration.ZERO, Duration.ZERO))
                .isInstanceOf(Repeat.class);
    }

    @Test
    void reasons_are_told_apart_and_only_a_repeat_spends() {
        RetryRules rules = new RetryRules(new RetryPolicy(
                2, Duration.ofSeconds(1), Duration.ofSeconds(1), null, 0, true, RetryPolicy.PASSING_TROUBLE));
        AttemptOutcome late = answered(TestAnswer.of(429).with("Retry-After", "30"));
        for (int i = 0; i < 100; i++) {
            assertThat(rules.decide(GET, 1, answered(200), null, Duration.ZERO)).isEqualTo(new Stop(Reason.FINAL));
            assertThat(rules.decide(POST, 1, answered(504), null, Duration.ZERO))
                    .isEqualTo(new Stop(Reason.NOT_REPEATABLE));
            assertThat(rules.decide(GET, 2, answered(504), null, Duration.ZERO)).isEqualTo(new Stop(Reason.ATTEMPTS));
            assertThat(rules.decide(GET, 1, late, Duration.ofSeconds(1), Duration.ZERO))
                    .isEqualTo(new Stop(Reason.TOO_LATE));
        }
        assertThat(rules.budget().repeatsLeft()).isEqualTo(3);
        for (int i = 0; i < 3; i++) {
            assertThat(rules.decide(GET, 1, answered(504), null, Duration.ZERO)).isInstanceOf(Repeat.class);
        }
        assertThat(rules.decide(GET, 1, answered(504), null, Duration.ZERO)).isEqualTo(new Stop(Reason.BUDGET));
        assertThat(rules.decide(GET, 1, answered(200), null, Duration.ZERO)).isEqualTo(new Stop(Reason.FINAL));
    }

    @Test
    void a_repeat_that_would_begin_after_the_total_time_is_not_made() {
        RetryPolicy policy =
                POLICY.withMaxTime(Duration.ofSeconds(10)).withBackoff(Duration.ofMillis(1), Duration.ofMillis(1));
        AttemptOutcome threeSeconds = answered(TestAnswer.of(429).with("Retry-After", "3"));
        RetryRules rules = new RetryRules(policy);
        assertThat(rules.decide(GET, 1, threeSeconds, null, Duration.ofSeconds(7)))
                .isInstanceOf(Repeat.class);
        assertThat(rules.decide(
                        GET, 1, threeSeconds, null, Duration.ofSeconds(7).plusNanos(1)))
                .isEqualTo(new Stop(Reason.TIME));
        assertThat(new RetryRules(POLICY).decide(GET, 1, threeSeconds, null, Duration.ofSeconds(Long.MAX_VALUE)))
                .isInstanceOf(Repeat.class);
    }

    @Test
    void statuses_say_which_answers_are_passing_troubles() {
        RetryRules rules = new RetryRules(POLICY.withStatuses(Set.of(408, 500)));
        assertThat(rules.decide(GET, 1, answered(500), null, Duration.ZERO)).isInstanceOf(Repeat.class);
        assertThat(rules.decide(GET, 1, answered(408), null, Duration.ZERO)).isInstanceOf(Repeat.class);
        assertThat(rules.decide(POST, 1, answered(500), null, Duration.ZERO))
                .isEqualTo(new Stop(Reason.NOT_REPEATABLE));
        assertThat(rules.decide(GET, 1, answered(503), null, Duration.ZERO)).isEqualTo(new Stop(Reason.FINAL));
        assertThat(rules.decide(POST, 1, answered(429), null, Duration.ZERO)).isInstanceOf(Repeat.class);
    }
}
