package dev.limiter.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Refusal.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClassifierRulesTests {

    private static final ResponseClassifier STANDARD = ResponseClassifier.standard();

    private static final Verdict PASSED = Verdict.passed();

    private static Verdict.Throttled refused(@Nullable Duration retryAfter) {
        return new Verdict.Throttled(Scope.KEY, retryAfter, true);
    }

    private static Verdict.Throttled maybeActedUpon(@Nullable Duration retryAfter) {
        return new Verdict.Throttled(Scope.KEY, retryAfter, false);
    }

    @Test
    void p13_a_403_pauses_only_where_a_rule_says_so() {
        // as GitHub answers: plain, with Retry-After, and with nothing but a reset
        TestAnswer plain = TestAnswer.of(403).body("Resource not accessible by personal access token");
        TestAnswer hinted =
                TestAnswer.of(403).with("Retry-After", "5").body("You have exceeded a secondary rate limit");
        TestAnswer reset = TestAnswer.of(403)
                .with("X-RateLimit-Remaining", "14")
                .with("X-RateLimit-Reset", String.valueOf(TestAnswer.ARRIVAL.getEpochSecond() + 5))
                .body("API rate limit exceeded");
        for (TestAnswer answer : List.of(plain, hinted, reset)) {
            assertThat(STANDARD.classify(answer)).isEqualTo(PASSED);
        }

        ResponseClassifier github = ResponseClassifier.rules()
                .onBody(
                        403,
                        answer -> answer.body()
                                .filter(body -> body.contains("rate limit"))
                                .map(body -> Verdict.throttled()
                                        .withRetryAfter(
                                                answer.retryAfter().or(() -> answer.untilReset("X-RateLimit-Reset")))
                                        .asNotActedUpon()))
                .build();
        assertThat(github.needsBody(plain)).isTrue();
        assertThat(github.classify(plain)).isEqualTo(PASSED);
        assertThat(github.classify(hinted)).isEqualTo(refused(Duration.ofSeconds(5)));
        assertThat(github.classify(reset)).isEqualTo(refused(Duration.ofSeconds(5)));
    }

    @Test
    void p13_a_403_of_a_firewall_is_told_by_its_headers() {
        ResponseClassifier datacite = ResponseClassifier.rules()
                .on(
                        403,
                        answer -> answer.header("Content-Type").contains("application/json")
                                ? Optional.empty()
                                : Optional.of(Verdict.throttled().withRetryAfter(Duration.ofMinutes(5))))
                .build();
        TestAnswer firewall = TestAnswer.of(403).with("Content-Type", "text/html");
        TestAnswer api = TestAnswer.of(403).with("Content-Type", "application/json");
        assertThat(datacite.needsBody(firewall)).isFalse();
        assertThat(datacite.classify(firewall)).isEqualTo(maybeActedUpon(Duration.ofMinutes(5)));
        assertThat(datacite.classify(api)).isEqualTo(PASSED);
    }

    @Test
    void p13_other_codes_pause_where_a_rule_says_so() {
        ResponseClassifier classifier = ResponseClassifier.rules()
                .on(529, answer -> Optional.of(Verdict.throttled().withScope(Scope.CONTOUR)))
                .onBody(
                        503,
                        answer -> answer.body()
                                .filter(body -> body.contains("QUERY_LIMIT_EXCEEDED"))
                                .map(body -> Verdict.throttled().asNotActedUpon()))
                .build();
        assertThat(classifier.classify(TestAnswer.of(529)))
                .isEqualTo(new Verdict.Throttled(Scope.CONTOUR, null, false));
        assertThat(classifier.classify(TestAnswer.of(503).body("{\"error\":\"QUERY_LIMIT_EXCEEDED\"}")))
                .isEqualTo(refused(null));
        assertThat(classifier.classify(TestAnswer.of(503).body("{\"error\":\"INTERNAL\"}")))
                .isEqualTo(PASSED);
        assertThat(classifier.classify(
                        TestAnswer.of(503).with("Retry-After", "4").body("")))
                .isEqualTo(maybeActedUpon(Duration.ofSeconds(4)));
    }

    @Test
    void p14_a_429_that_means_pay_can_be_declared_final() {
        ResponseClassifier classifier = ResponseClassifier.rules()
                .onBody(
                        429,
                        answer -> answer.body()
                                .filter(body -> body.contains("insufficient_quota"))
                                .map(body -> Verdict.finalAnswer()))
                .build();
        assertThat(classifier.classify(TestAnswer.of(429).body("{\"code\":\"insufficient_quota\"}")))
                .isEqualTo(Verdict.finalAnswer());
        assertThat(classifier.classify(
                        TestAnswer.of(429).with("Retry-After", "2").body("{\"code\":\"slow_down\"}")))
                .isEqualTo(refused(Duration.ofSeconds(2)));
        assertThat(classifier.classify(TestAnswer.of(429))).isEqualTo(refused(null));
    }

    @Test
    void p15_throttling_inside_a_200_is_seen_by_a_rule_and_costs_only_the_200s_a_body() {
        TestAnswer throttled = TestAnswer.of(200).body("{\"errors\":[{\"extensions\":{\"code\":\"THROTTLED\"}}]}");
        assertThat(STANDARD.classify(throttled)).isEqualTo(PASSED);
        assertThat(STANDARD.needsBody(throttled)).isFalse();

        ResponseClassifier graphql = ResponseClassifier.rules()
                .onBody(
                        200,
                        answer -> answer.body()
                                .filter(body -> body.contains("THROTTLED"))
                                .map(body -> Verdict.throttled()))
                .build();
        assertThat(graphql.needsBody(TestAnswer.of(200))).isTrue();
        assertThat(graphql.needsBody(TestAnswer.of(201))).isFalse();
        assertThat(graphql.needsBody(TestAnswer.of(429))).isFalse();
        assertThat(graphql.classify(throttled)).isEqualTo(maybeActedUpon(null));
        assertThat(graphql.classify(TestAnswer.of(200).body("{\"data\":{}}"))).isEqualTo(PASSED);
    }

    @Test
    void p18_a_vendor_header_is_read_where_it_was_named() {
        TestAnswer vendor = TestAnswer.of(429).with("X-RateLimit-Retry-After-Seconds", "8");
        assertThat(STANDARD.classify(vendor)).isEqualTo(refused(null));

        ResponseClassifier classifier = ResponseClassifier.rules()
                .retryAfterHeader("x-ratelimit-retry-after-seconds")
                .build();
        assertThat(classifier.classify(vendor)).isEqualTo(refused(Duration.ofSeconds(8)));
        assertThat(classifier.classify(vendor.with("Retry-After", "0"))).isEqualTo(refused(Duration.ofSeconds(8)));
        assertThat(classifier.classify(vendor.with("Retry-After", "9"))).isEqualTo(refused(Duration.ofSeconds(9)));
        assertThat(classifier.classify(TestAnswer.of(503).with("X-RateLimit-Retry-After-Seconds", "4")))
                .isEqualTo(maybeActedUpon(Duration.ofSeconds(4)));
        assertThat(classifier.classify(TestAnswer.of(429).with("Retry-After", "2")))
                .isEqualTo(refused(Duration.ofSeconds(2)));
    }

    @Test
    void rules_are_asked_in_order_and_the_first_that_knows_decides() {
        List<String> asked = new ArrayList<>();
        ResponseClassifier classifier = ResponseClassifier.rules()
                .on(429, answer -> {
                    asked.add("first");
                    return Optional.empty();
                })
                .on(404, answer -> {
                    asked.add("other status");
                    return Optional.of(Verdict.finalAnswer());
                })
                .on(429, answer -> {
                    asked.add("second");
                    return Optional.of(Verdict.passed());
                })
                .on(429, answer -> {
                    asked.add("third");
                    return Optional.of(Verdict.finalAnswer());
                })
                .build();
        assertThat(classifier.classify(TestAnswer.of(429))).isEqualTo(PASSED);
        assertThat(asked).containsExactly("first", "second");
    }

    @Test
    void a_body_is_not_asked_for_where_an_earlier_rule_decides_without_it() {
        ResponseClassifier classifier = ResponseClassifier.rules()
                .on(
                        403,
                        answer -> answer.retryAfter()
                                .map(wait -> Verdict.throttled().withRetryAfter(wait)))
                .onBody(403, answer -> answer.body().map(body -> Verdict.throttled()))
                .build();
        assertThat(classifier.needsBody(TestAnswer.of(403))).isTrue();
        assertThat(classifier.needsBody(TestAnswer.of(403).with("Retry-After", "5")))
                .isFalse();
    }

    @Test
    void a_rule_that_throws_has_nothing_to_say() {
        ResponseClassifier classifier = ResponseClassifier.rules()
                .on(429, answer -> {
                    throw new NumberFormatException("a rule's own mistake");
                })
                .onBody(429, answer -> answer.body().map(body -> Verdict.throttled()))
                .build();
        assertThat(classifier.needsBody(TestAnswer.of(429))).isTrue();
        assertThat(classifier.classify(TestAnswer.of(429).with("Retry-After", "3")))
                .isEqualTo(refused(Duration.ofSeconds(3)));
    }

    @Test
    void a_built_classifier_does_not_change_with_its_rules() {
        ClassifierRules rules = ResponseClassifier.rules();
        ResponseClassifier before = rules.build();
        rules.on(429, answer -> Optional.of(Verdict.finalAnswer())).retryAfterHeader("X-Wait");
        assertThat(before.classify(TestAnswer.of(429).with("X-Wait", "3"))).isEqualTo(refused(null));
    }
}
