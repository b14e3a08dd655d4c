package dev.limiter.spring.webclient;

import static dev.limiter.spring.testing.LimitedApplication.all;
import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.http.ResponseClassifier;
import dev.limiter.http.ServerAnswer;
import dev.limiter.http.Verdict;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Classifiers of the application's own: for one contour, for all, and with a piece of the body. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClassifierTests {

    private final Upstream api = Upstream.answering(Answer.ok());

    private final LimitedApplication app = LimitedApplication.start(
            all(
                    all(contour("api", this.api), contour("firewall", this.api, "hosts=")),
                    all(contour("graphql", this.api, "hosts="), contour("broken", this.api, "hosts="))),
            Classifiers.class);

    @Configuration(proxyBeanMethods = false)
    static class Classifiers {

        @Bean
        @Qualifier("firewall")
        ResponseClassifier firewallClassifier() {
            return ResponseClassifier.rules()
                    .on(
                            403,
                            answer -> answer.retryAfter()
                                    .map(wait -> Verdict.throttled()
                                            .withRetryAfter(wait)
                                            .asNotActedUpon()))
                    .build();
        }

        @Bean
        @Qualifier("graphql")
        ResponseClassifier graphqlClassifier() {
            return ResponseClassifier.rules()
                    .onBody(
                            200,
                            answer -> answer.body()
                                    .filter(body -> body.contains("THROTTLED"))
                                    .map(body -> Verdict.throttled()
                                            .withRetryAfter(Duration.ofMillis(100))
                                            .asNotActedUpon()))
                    .onBody(
                            429,
                            answer -> answer.body()
                                    .filter(body -> body.contains("insufficient_quota"))
                                    .map(body -> Verdict.finalAnswer()))
                    .build();
        }

        @Bean
        @Qualifier("broken")
        ResponseClassifier brokenClassifier() {
            return new ResponseClassifier() {
                @Override
                public Verdict classify(ServerAnswer answer) {
                    throw new IllegalStateException("broken");
                }

                @Override
                public boolean needsBody(ServerAnswer answer) {
                    throw new IllegalStateException("broken");
                }
            };
        }
    }

    @BeforeEach
    void start() {
        this.app.told().paused.clear();
    }

    @AfterAll
    void close() {
        this.app.close();
        this.api.close();
    }

    private static String get(WebClient client) {
        return client.get()
                .retrieve()
                .bodyToMono(String.class)
                .blockOptional(Duration.ofSeconds(5))
                .orElseThrow();
    }

    private static Answer saying(int status, String... parts) {
        return (request, response) -> response.status(status)
                .sendString(
                        Flux.fromArray(parts).delayElements(Duration.ofMillis(5)),
                        java.nio.charset.StandardCharsets.UTF_8);
    }

    @Test
    void p13_a_403_with_a_hint_pauses_only_the_contour_that_says_so() {
        this.api.answer(Answer.status(403, "Retry-After", "0.1"), Answer.ok());
        assertThat(get(this.app.client(this.api, "firewall", "k"))).isEqualTo("said 200");
        assertThat(this.app.told().paused).hasSize(1);

        this.app.told().paused.clear();
        this.api.answer(Answer.status(403, "Retry-After", "0.1"), Answer.ok());
        assertThatThrownBy(() -> get(this.app.client(this.api, "api", "k")))
                .isInstanceOf(WebClientResponseException.Forbidden.class);
        assertThat(this.app.told().paused).isEmpty();
    }

    @Test
    void p14_a_429_that_means_pay_is_final_and_its_body_reaches_the_caller() {
        int before = this.api.count();
        this.api.answer(saying(429, "{\"code\":", "\"insufficient_quota\"}"));

        assertThatThrownBy(() -> get(this.app.client(this.api, "graphql", "pay")))
                .isInstanceOfSatisfying(
                        WebClientResponseException.TooManyRequests.class,
                        ex -> assertThat(ex.getResponseBodyAsString()).isEqualTo("{\"code\":\"insufficient_quota\"}"));

        assertThat(this.api.count() - before).isEqualTo(1);
        assertThat(this.app.told().paused).isEmpty();
    }

    @Test
    void p15_throttling_inside_a_200_is_seen_by_a_classifier_that_asks_for_the_body() {
        this.api.answer(saying(200, "{\"errors\":[{\"code\":\"THROT", "TLED\"}]}"), saying(200, "{\"data\":1}"));

        assertThat(get(this.app.client(this.api, "graphql", "inside"))).isEqualTo("{\"data\":1}");

        assertThat(this.app.told().paused).hasSize(1);
    }

    @Test
    void a_classifier_that_reads_the_body_takes_nothing_from_the_caller() {
        this.api.answer(Answer.chunked(200, 300 * 1024));

        Long bytes = this.app
                .client(this.api, "graphql", "large")
                .get()
                .retrieve()
                .bodyToFlux(DataBuffer.class)
                .map(buffer -> {
                    int length = buffer.readableByteCount();
                    DataBufferUtils.release(buffer);
                    return (long) length;
                })
                .limitRate(1)
                .reduce(0L, Long::sum)
                .block(Duration.ofSeconds(5));

        assertThat(bytes).isEqualTo(300 * 1024L);
    }

    @Test
    void a_body_that_trickles_does_not_hold_its_response_back() {
        this.api.answer((request, response) -> response.sendString(Flux.concat(Mono.just("a"), Mono.never())));

        assertThat(this.app
                        .client(this.api, "graphql", "trickle")
                        .get()
                        .exchangeToFlux(response -> response.bodyToFlux(DataBuffer.class))
                        .map(buffer -> {
                            DataBufferUtils.release(buffer);
                            return "first";
                        })
                        .blockFirst(Duration.ofSeconds(5)))
                .isEqualTo("first");
    }

    @Test
    void a_call_that_is_cancelled_before_its_body_is_read_gives_the_connection_up() {
        this.api.answer(Answer.endless(200), Answer.ok());
        WebClient client = this.app.client(this.api, "graphql", "cancelled");

        client.get()
                .exchangeToMono(response -> Mono.never())
                .timeout(Duration.ofMillis(300))
                .onErrorComplete()
                .block();

        assertThat(get(client)).isEqualTo("said 200");
    }

    @Test
    void a_classifier_that_throws_fails_no_call_and_the_standard_one_decides() {
        this.api.answer(Answer.tooMany("0.1"), Answer.ok());

        assertThat(get(this.app.client(this.api, "broken", "k"))).isEqualTo("said 200");
        assertThat(this.app.told().paused).hasSize(1);
    }
}
