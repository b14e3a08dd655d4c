package dev.limiter.spring.webclient;

import static dev.limiter.spring.testing.LimitedApplication.all;
import static dev.limiter.spring.testing.LimitedApplication.contour;
import static dev.limiter.spring.webclient.Scene.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.limiter.RetryBudgetExhaustedException;
import dev.limiter.spring.call.LimiterAttributes;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/** When repeats end, and what the caller sees then. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RepeatEndTests {

    private final Scene scene = Scene.of(api -> all(
            contour("api", api),
            all(
                    contour("once", api, "hosts=", "retry.max-attempts=1"),
                    contour("poor", api, "hosts=", "retry.budget=0%", "retry.max-attempts=10"))));

    private final Upstream api = this.scene.api;

    @BeforeEach
    void begin(TestInfo test) {
        this.scene.begin(test);
    }

    @AfterAll
    void close() {
        this.scene.close();
    }

    @Test
    void p04_at_the_end_of_its_attempts_the_last_answer_reaches_the_caller_as_itself() {
        this.api.answer(Answer.tooMany("0"));

        Throwable thrown = catchThrowable(
                () -> this.scene.request("GET").retrieve().toBodilessEntity().block());

        assertThat(thrown).isInstanceOfSatisfying(WebClientResponseException.TooManyRequests.class, ex -> {
            assertThat(ex.getHeaders().getFirst("Retry-After")).isEqualTo("0");
            assertThat(ex.getResponseBodyAsString()).isEqualTo("said 429");
        });
        assertThat(this.scene.sent()).isEqualTo(5);
        // Never zero, and growing: 100, 200, 400, 800 ms.
        List<Long> gaps = this.api.gaps();
        List<Long> last = gaps.subList(gaps.size() - 4, gaps.size());
        assertThat(last.get(0)).isGreaterThanOrEqualTo(95);
        for (int i = 1; i < 4; i++) {
            assertThat(last.get(i)).isGreaterThan(last.get(i - 1) + 50);
        }
    }

    @Test
    void at_the_end_of_the_budget_the_caller_gets_a_typed_refusal_with_the_last_answer_as_cause() {
        this.api.answer(Answer.tooMany("0.02"));

        Throwable thrown = catchThrowable(() -> this.scene
                .request("GET")
                .attribute(LimiterAttributes.CONTOUR, "poor")
                .retrieve()
                .toBodilessEntity()
                .block());

        assertThat(thrown)
                .isInstanceOf(RetryBudgetExhaustedException.class)
                .hasMessage(
                        "Contour 'poor': the retry budget is exhausted; last outcome: answered 429 at %s",
                        this.api.host());
        assertThat(thrown.getCause())
                .isInstanceOfSatisfying(
                        WebClientResponseException.class,
                        ex -> assertThat(ex.getResponseBodyAsString()).isEqualTo("said 429"));
        assertThat(this.scene.sent()).isEqualTo(4);
    }

    @Test
    void p96_with_one_attempt_nothing_is_repeated_and_the_contour_pauses_all_the_same() {
        this.api.answer(Answer.tooMany("0.3"));

        assertThat(answer(this.scene.request("GET").attribute(LimiterAttributes.CONTOUR, "once")))
                .isEqualTo("thrown 429");

        assertThat(this.scene.sent()).isEqualTo(1);
        assertThat(this.scene.told().paused).hasSize(1);
    }

    @Test
    void p16_a_503_without_a_hint_concerns_its_own_call_alone() {
        this.api.answer(Answer.status(503), Answer.ok());

        assertThat(answer(this.scene.request("GET"))).isEqualTo("said 200");

        assertThat(this.scene.sent()).isEqualTo(2);
        assertThat(this.scene.told().paused).isEmpty();
    }
}
