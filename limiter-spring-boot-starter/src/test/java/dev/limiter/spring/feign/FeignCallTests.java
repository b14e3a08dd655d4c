package dev.limiter.spring.feign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.RetryBudgetExhaustedException;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import feign.FeignException;
import feign.Response;
import feign.RetryableException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a Feign client gets and what its server sees, with Feign's own HTTP client and with Apache's. */
class FeignCallTests {

    private final Upstream upstream = Upstream.answering(Answer.ok());

    @AfterEach
    void close() {
        this.upstream.close();
    }

    private void with(String library, List<String> settings, Consumer<LimitedApplication> calls) {
        try (LimitedApplication application = Records.start(this.upstream, library, settings)) {
            calls.accept(application);
        }
    }

    private void with(String library, Consumer<LimitedApplication> calls) {
        with(library, List.of(), calls);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "apache"})
    void each_request_takes_a_permit(String library) {
        with(library, application -> {
            Records records = application.bean(Records.class);
            assertThat(records.get()).isEqualTo("said 200");
            assertThat(records.twice()).isEqualTo("said 200, said 200");
            records.visit();

            assertThat(application.permits("api")).isEqualTo(4);
            assertThat(this.upstream.count()).isEqualTo(4);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "apache"})
    void a_refused_get_is_sent_again_after_its_retry_after(String library) {
        this.upstream.answer(Answer.tooMany("1"), Answer.ok());
        with(library, application -> {
            assertThat(application.bean(Records.class).get()).isEqualTo("said 200");
            assertThat(this.upstream.gaps().get(0)).isGreaterThanOrEqualTo(1000);
            assertThat(application.permits("api")).isEqualTo(2);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "apache"})
    void a_refused_post_is_sent_again_with_the_same_bytes(String library) {
        this.upstream.answer(Answer.tooMany("1"), Answer.ok());
        with(library, application -> {
            assertThat(application.bean(Records.class).post("deposit")).isEqualTo("said 200");
            assertThat(this.upstream.arrivals())
                    .extracting(arrival -> arrival.body().toString())
                    .containsExactly("deposit", "deposit");
            assertThat(application.permits("api")).isEqualTo(2);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "apache"})
    void one_attempt_means_one_request_and_the_contour_pauses(String library) {
        this.upstream.answer(Answer.tooMany("1"));
        with(library, List.of("retry.max-attempts=1"), application -> {
            assertThatThrownBy(() -> application.bean(Records.class).get())
                    .isInstanceOf(RetryableException.class)
                    .hasMessageContaining("429");
            assertThat(this.upstream.count()).isEqualTo(1);
            assertThat(application.told().paused).hasSize(1);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "apache"})
    void p93_the_last_answer_reaches_the_caller_as_feign_makes_it(String library) {
        this.upstream.answer(Answer.status(503));
        with(library, List.of("retry.max-attempts=3"), application -> {
            assertThatThrownBy(() -> application.bean(Records.class).get())
                    .isInstanceOfSatisfying(
                            FeignException.ServiceUnavailable.class,
                            ex -> assertThat(ex.contentUTF8()).isEqualTo("said 503"));
            assertThat(this.upstream.count()).isEqualTo(3);
            assertThat(application.permits("api")).isEqualTo(3);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "apache"})
    void p93a_a_post_is_not_sent_again_after_a_503_or_a_504(String library) {
        this.upstream.answer(Answer.status(503), Answer.status(504));
        with(library, application -> {
            Records records = application.bean(Records.class);
            assertThatThrownBy(() -> records.post("deposit")).isInstanceOf(FeignException.ServiceUnavailable.class);
            assertThatThrownBy(() -> records.post("deposit")).isInstanceOf(FeignException.GatewayTimeout.class);
            assertThat(this.upstream.count()).isEqualTo(2);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "apache"})
    void a_post_with_a_key_of_its_own_is_sent_again_after_a_503(String library) {
        this.upstream.answer(Answer.status(503), Answer.ok());
        with(library, application -> {
            assertThat(application.bean(Records.class).post("k-1", "deposit")).isEqualTo("said 200");
            assertThat(this.upstream.arrivals())
                    .extracting(arrival -> arrival.headers().get("Idempotency-Key"))
                    .containsExactly("k-1", "k-1");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "apache"})
    void a_key_that_is_made_for_the_call_is_on_each_attempt(String library) {
        this.upstream.answer(Answer.status(503), Answer.ok());
        with(library, List.of("idempotency-key.made=true"), application -> {
            assertThat(application.bean(Records.class).post("deposit")).isEqualTo("said 200");
            List<String> keys = this.upstream.arrivals().stream()
                    .map(arrival -> arrival.headers().get("Idempotency-Key"))
                    .toList();
            assertThat(keys).hasSize(2).doesNotContainNull();
            assertThat(keys.get(0)).isEqualTo(keys.get(1));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "apache"})
    void a_post_whose_connection_breaks_is_not_sent_again(String library) {
        this.upstream.answer(Answer.cutOff(), Answer.ok());
        with(library, application -> {
            assertThatThrownBy(() -> application.bean(Records.class).post("deposit"))
                    .isInstanceOf(RetryableException.class);
            assertThat(this.upstream.count()).isEqualTo(1);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "apache"})
    void a_post_of_nothing_whose_connection_breaks_is_not_sent_again(String library) {
        this.upstream.answer(Answer.cutOff(), Answer.ok());
        with(library, application -> {
            assertThatThrownBy(() -> application.bean(Records.class).postNothing())
                    .isInstanceOf(RetryableException.class);
            assertThat(this.upstream.count()).isEqualTo(1);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "apache"})
    void a_post_with_a_key_whose_connection_breaks_is_sent_again(String library) {
        this.upstream.answer(Answer.cutOff(), Answer.ok());
        with(library, application -> {
            assertThat(application.bean(Records.class).post("k-1", "deposit")).isEqualTo("said 200");
            assertThat(application.permits("api")).isEqualTo(2);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = "apache")
    void a_get_whose_connection_breaks_is_sent_again_and_paid_for(String library) {
        this.upstream.answer(Answer.cutOff(), Answer.ok());
        with(library, application -> {
            assertThat(application.bean(Records.class).get()).isEqualTo("said 200");
            assertThat(this.upstream.count()).isEqualTo(2);
            assertThat(application.permits("api")).isEqualTo(2);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "apache"})
    void at_the_end_of_the_budget_the_call_says_so_and_holds_the_last_answer(String library) {
        this.upstream.answer(Answer.status(503));
        with(library, List.of("retry.budget=0%", "retry.max-attempts=10"), application -> {
            Records records = application.bean(Records.class);
            assertThatThrownBy(records::get)
                    .isInstanceOf(RetryBudgetExhaustedException.class)
                    .hasCauseInstanceOf(FeignException.ServiceUnavailable.class);
            assertThatThrownBy(records::raw)
                    .isInstanceOf(RetryBudgetExhaustedException.class)
                    .hasCauseInstanceOf(FeignException.ServiceUnavailable.class);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "apache"})
    void a_response_that_is_returned_as_it_is_is_repeated_too(String library) {
        this.upstream.answer(Answer.status(503), Answer.ok());
        with(library, application -> {
            try (Response response = application.bean(Records.class).raw()) {
                assertThat(response.status()).isEqualTo(200);
            }
            assertThat(this.upstream.count()).isEqualTo(2);
        });
    }
}
