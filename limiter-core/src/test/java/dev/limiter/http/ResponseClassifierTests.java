package dev.limiter.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Refusal.Scope;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseClassifierTests {

    private static final ResponseClassifier STANDARD = ResponseClassifier.standard();

    private static final Verdict PASSED = Verdict.passed();

    private static Verdict.Throttled refused(@Nullable Duration retryAfter) {
        return new Verdict.Throttled(Scope.KEY, retryAfter, true);
    }

    private static Verdict.Throttled maybeActedUpon(@Nullable Duration retryAfter) {
        return new Verdict.Throttled(Scope.KEY, retryAfter, false);
    }

    @Test
    void p08_429_pauses_contour_and_key_for_the_seconds_named() {
        assertThat(STANDARD.classify(TestAnswer.of(429).with("Retry-After", "3")))
                .isEqualTo(refused(Duration.ofSeconds(3)));
    }

    @Test
    void p11_429_without_a_hint_pauses_for_the_fallback() {
        assertThat(STANDARD.classify(TestAnswer.of(429))).isEqualTo(refused(null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-5", "soon", "Sun, 06 Nov 1994 08:49:37 GMT"})
    void p04_429_with_an_unusable_hint_pauses_for_the_fallback(String value) {
        assertThat(STANDARD.classify(TestAnswer.of(429).with("Retry-After", value)))
                .isEqualTo(refused(null));
    }

    @Test
    void a_date_is_read_against_the_answers_own_date() {
        assertThat(STANDARD.classify(TestAnswer.of(429)
                        .with("date", "Sun, 06 Nov 1994 08:49:30 GMT")
                        .with("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT")))
                .isEqualTo(refused(Duration.ofSeconds(7)));
        assertThat(STANDARD.classify(TestAnswer.of(429).with("Retry-After", "Sun, 01 Mar 2026 12:00:09 GMT")))
                .isEqualTo(refused(Duration.ofSeconds(9)));
    }

    @Test
    void p16_503_without_a_hint_pauses_nothing() {
        assertThat(STANDARD.classify(TestAnswer.of(503))).isEqualTo(PASSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "soon", "", "Sun, 06 Nov 1994 08:49:37 GMT"})
    void p16_503_with_an_unusable_hint_is_as_one_without(String value) {
        assertThat(STANDARD.classify(TestAnswer.of(503).with("Retry-After", value)))
                .isEqualTo(PASSED);
    }

    @Test
    void p16_503_with_a_hint_pauses_contour_and_key_and_may_have_been_acted_upon() {
        assertThat(STANDARD.classify(TestAnswer.of(503).with("Retry-After", "4")))
                .isEqualTo(maybeActedUpon(Duration.ofSeconds(4)));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 301, 302, 307, 400, 401, 403, 404, 408, 409, 413, 422, 425, 500, 502, 504, 529})
    void p13_retry_after_on_another_status_pauses_nothing(int status) {
        assertThat(STANDARD.classify(TestAnswer.of(status).with("Retry-After", "5")))
                .isEqualTo(PASSED);
    }

    @Test
    void the_standard_reads_no_body() {
        for (int status : new int[] {200, 403, 429, 503}) {
            assertThat(STANDARD.needsBody(TestAnswer.of(status))).isFalse();
        }
    }
}
