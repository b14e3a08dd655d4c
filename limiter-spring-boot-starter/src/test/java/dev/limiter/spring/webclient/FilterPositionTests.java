package dev.limiter.spring.webclient;

import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.spring.testing.Upstream.Answer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** A retry filter of the application takes a permit for each of its attempts, wherever it was put. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FilterPositionTests {

    private final Scene scene = Scene.of(api -> contour("api", api, "retry.max-attempts=1"), Customizers.class);

    @Configuration(proxyBeanMethods = false)
    static class Customizers {

        @Bean
        WebClientCustomizer retrying() {
            return builder ->
                    builder.filter((request, next) -> request.headers().containsHeader("X-Retry")
                            ? retry().filter(request, next)
                            : next.exchange(request));
        }
    }

    enum Position {
        FIRST(builder ->
                builder.filters(all -> all.add(0, retry())).filter(logging()).build()),
        LAST(builder -> builder.filter(logging()).filter(retry()).build()),
        MUTATED(builder ->
                builder.build().mutate().filter(logging()).filter(retry()).build()),
        MUTATED_FIRST(builder -> builder.filter(logging())
                .build()
                .mutate()
                .filters(all -> all.add(0, retry()))
                .build()),
        APPLIED_AND_CLONED(builder -> builder.apply(it -> it.filter(retry()))
                .clone()
                .filter(logging())
                .build()),
        OF_A_CUSTOMIZER(builder ->
                builder.filter(logging()).defaultHeader("X-Retry", "yes").build());

        private final Function<WebClient.Builder, WebClient> add;

        Position(Function<WebClient.Builder, WebClient> add) {
            this.add = add;
        }
    }

    @BeforeEach
    void begin(TestInfo test) {
        this.scene.begin(test);
    }

    @AfterAll
    void close() {
        this.scene.close();
    }

    private static ExchangeFilterFunction logging() {
        return (request, next) -> next.exchange(request);
    }

    private static ExchangeFilterFunction retry() {
        return (request, next) -> next.exchange(request)
                .flatMap(response -> response.statusCode().is5xxServerError()
                        ? response.releaseBody().then(Mono.<ClientResponse>error(new IllegalStateException("refused")))
                        : Mono.just(response))
                .retry(3);
    }

    private Mono<String> get(WebClient client) {
        return client.get().uri(this.scene.api.url()).retrieve().bodyToMono(String.class);
    }

    @ParameterizedTest
    @EnumSource
    void p80_each_attempt_of_a_retry_filter_takes_a_permit(Position position) {
        this.scene.api.answer(Answer.status(503));
        WebClient client = position.add.apply(this.scene.app.builder());

        assertThatThrownBy(() -> get(client).block()).hasMessageContaining("refused");

        assertThat(this.scene.sent()).isEqualTo(4);
        assertThat(this.scene.app.permits("api")).isEqualTo(4);
    }

    @Test
    void a_filter_that_was_forced_before_the_limiters_fails_the_call_and_sends_nothing() {
        WebClient.Builder plain = WebClient.builder();
        this.scene.app.bean(WebClientLimits.class).limitInPlace(plain);
        WebClient client = plain.filters(all -> all.add(0, logging())).build();

        assertThatThrownBy(() -> get(client).block()).hasMessageContaining("The limiter's filter is not the first");

        assertThat(this.scene.sent()).isZero();
    }
}
