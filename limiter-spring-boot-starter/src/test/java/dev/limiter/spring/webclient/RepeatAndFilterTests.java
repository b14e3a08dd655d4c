package dev.limiter.spring.webclient;

import static dev.limiter.spring.testing.LimitedApplication.contour;
import static dev.limiter.spring.webclient.Scene.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** Repeats and the filters of the application: what these see, and what they decide. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RepeatAndFilterTests {

    private final Scene scene = Scene.of(api -> contour("api", api));

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
    void p79_retrieve_exchange_and_on_status_are_handled_identically_and_see_only_the_final_answer() {
        AtomicInteger seen = new AtomicInteger();

        this.api.answer(Answer.status(429), Answer.status(429), Answer.ok());
        assertThat(answer(this.scene.request("GET"))).isEqualTo("said 200");

        this.api.answer(Answer.status(429), Answer.status(429), Answer.ok());
        assertThat(this.scene
                        .request("GET")
                        .exchangeToMono(response -> {
                            seen.incrementAndGet();
                            return response.bodyToMono(String.class);
                        })
                        .block())
                .isEqualTo("said 200");
        assertThat(seen).hasValue(1);

        this.api.answer(Answer.status(429), Answer.status(429), Answer.ok());
        assertThat(this.scene
                        .request("GET")
                        .retrieve()
                        .onStatus(HttpStatusCode::isError, response -> {
                            seen.incrementAndGet();
                            return response.createException();
                        })
                        .bodyToMono(String.class)
                        .block())
                .isEqualTo("said 200");
        assertThat(seen).hasValue(1);

        assertThat(this.scene.sent()).isEqualTo(9);
        assertThat(this.scene.app.permits("api")).isEqualTo(9);
        assertThat(this.scene.told().repeated)
                .containsExactly("api #2", "api #3", "api #2", "api #3", "api #2", "api #3");
    }

    @Test
    void p79_a_filter_that_turns_a_refusal_into_an_error_does_not_hide_it() {
        this.api.answer(Answer.status(429), Answer.ok());
        WebClient failing = this.scene
                .client()
                .mutate()
                .filter((request, next) -> next.exchange(request)
                        .flatMap(response -> response.statusCode().isError()
                                ? response.releaseBody()
                                        .then(Mono.<ClientResponse>error(new IllegalStateException("my own error")))
                                : Mono.just(response)))
                .build();

        assertThat(answer(failing.get())).isEqualTo("said 200");
        assertThat(this.scene.sent()).isEqualTo(2);
    }

    @Test
    void a_filter_that_answers_in_the_servers_place_has_the_last_word() {
        this.api.answer(Answer.status(429), Answer.ok());
        WebClient falling = this.scene
                .client()
                .mutate()
                .filter((request, next) -> next.exchange(request)
                        .flatMap(response -> response.statusCode().isError()
                                ? response.releaseBody()
                                        .thenReturn(ClientResponse.create(HttpStatusCode.valueOf(200))
                                                .body("from the cache")
                                                .build())
                                : Mono.just(response)))
                .build();

        assertThat(answer(falling.get())).isEqualTo("from the cache");
        assertThat(this.scene.sent()).isEqualTo(1);
    }

    @Test
    void filters_run_again_on_each_repeat() {
        this.api.answer(Answer.status(429), Answer.status(503), Answer.ok());
        AtomicInteger tokens = new AtomicInteger();
        WebClient authenticated = this.scene
                .client()
                .mutate()
                .filter((request, next) -> next.exchange(ClientRequest.from(request)
                        .header("Authorization", "Bearer " + tokens.incrementAndGet())
                        .build()))
                .build();

        assertThat(answer(authenticated.get())).isEqualTo("said 200");

        assertThat(this.scene.arrivals().stream().map(it -> it.headers().get("Authorization")))
                .containsExactly("Bearer 1", "Bearer 2", "Bearer 3");
    }

    @Test
    void p94_attempts_of_an_applications_own_retry_filter_count_as_attempts_of_the_call() {
        this.api.answer(Answer.tooMany("0.05"));
        WebClient retrying = this.scene
                .client()
                .mutate()
                .filter((request, next) -> next.exchange(request)
                        .flatMap(response -> response.releaseBody()
                                .then(Mono.<ClientResponse>error(new IllegalStateException("refused"))))
                        .retry(2))
                .build();

        assertThatThrownBy(() -> retrying.get().retrieve().toBodilessEntity().block())
                .hasMessageContaining("refused");

        // Three of its own, then one repeat of ours with three more: not five times three.
        assertThat(this.scene.sent()).isEqualTo(6);
        assertThat(this.scene.app.permits("api")).isEqualTo(6);
    }

    @Test
    void a_time_out_of_a_filter_after_sending_leaves_the_outcome_unknown() {
        this.api.answer(Answer.never(), Answer.ok(), Answer.never(), Answer.ok());
        WebClient impatient = this.scene
                .client()
                .mutate()
                .filter((request, next) -> next.exchange(request).timeout(Duration.ofMillis(300)))
                .build();

        assertThat(answer(impatient.get())).isEqualTo("said 200");
        assertThatThrownBy(() -> impatient
                        .post()
                        .bodyValue("record")
                        .retrieve()
                        .toBodilessEntity()
                        .block())
                .hasMessageContaining("300ms");

        assertThat(this.scene.sent()).isEqualTo(3);
    }

    @Test
    void the_callers_context_is_there_for_the_filters_of_every_attempt() {
        this.api.answer(Answer.status(429), Answer.ok());
        List<String> seen = new CopyOnWriteArrayList<>();
        WebClient tracing = this.scene
                .client()
                .mutate()
                .filter((request, next) -> Mono.deferContextual(context -> {
                    seen.add(context.get("trace"));
                    return next.exchange(request);
                }))
                .build();

        tracing.get()
                .retrieve()
                .toBodilessEntity()
                .contextWrite(context -> context.put("trace", "t1"))
                .block();

        assertThat(seen).containsExactly("t1", "t1");
    }
}
