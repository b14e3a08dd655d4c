package dev.limiter.spring.method;

import static dev.limiter.spring.method.Beans.bean;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.PermitPer;
import dev.limiter.PermitTimeoutException;
import dev.limiter.http.ResponseClassifier;
import dev.limiter.http.Verdict;
import dev.limiter.spring.call.CallMark;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class PermittedCallOutcomeTests {

    private final ApplicationContextRunner runner = Beans.runner().withBean(PermittedClient.class);

    @Test
    void a_429_in_the_exception_pauses_the_contour_and_the_method_is_not_repeated() {
        this.runner.run(context -> {
            PermittedClient client = bean(context, PermittedClient.class);
            HttpClientErrorException refused = tooMany("30");
            assertThatThrownBy(() -> client.blocking(() -> {
                        throw refused;
                    }))
                    .isSameAs(refused);
            assertThat(client.runs()).isEqualTo(1);
            bean(context, Beans.News.class).awaitCount("paused datacite 429 at PermittedClient.blocking", 1);
            assertThatExceptionOfType(PermitTimeoutException.class)
                    .isThrownBy(() -> client.blocking(() -> "done"))
                    .satisfies(ex -> assertThat(ex.retryAfter().orElseThrow()).isGreaterThan(Duration.ofSeconds(29)));
        });
    }

    @Test
    void the_refusal_is_found_among_the_causes_on_every_path() {
        RuntimeException wrapped = new IllegalStateException("wrapped", new CompletionException(webClientTooMany()));
        this.runner.run(context -> {
            StepVerifier.create(bean(context, PermittedClient.class).mono(Mono.error(wrapped)))
                    .verifyErrorMatches(wrapped::equals);
            bean(context, Beans.News.class).awaitCount("paused", 1);
        });
        this.runner.run(context -> {
            StepVerifier.create(bean(context, PermittedClient.class).flux(Flux.error(wrapped)))
                    .verifyErrorMatches(wrapped::equals);
            bean(context, Beans.News.class).awaitCount("paused", 1);
        });
        this.runner.run(context -> {
            assertThat(bean(context, PermittedClient.class).stage(CompletableFuture.failedFuture(wrapped)))
                    .failsWithin(Duration.ofSeconds(5))
                    .withThrowableThat()
                    .withCause(wrapped);
            bean(context, Beans.News.class).awaitCount("paused", 1);
        });
    }

    @Test
    void the_classifier_of_another_contour_has_no_say() {
        this.runner
                .withPropertyValues("limiter.contours.github.quota=10/s")
                .withUserConfiguration(TwoClassifiers.class)
                .run(context -> {
                    PermittedClient client = bean(context, PermittedClient.class);
                    assertThatThrownBy(() -> client.blocking(() -> {
                                throw tooMany("30");
                            }))
                            .isInstanceOf(HttpClientErrorException.class);
                    bean(context, Beans.News.class).awaitCount("paused datacite 429 at PermittedClient.blocking", 1);
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoClassifiers {

        @Bean
        @Qualifier("github")
        ResponseClassifier github() {
            return answer -> Verdict.finalAnswer();
        }

        @Bean
        @Qualifier("datacite")
        ResponseClassifier datacite() {
            return ResponseClassifier.standard();
        }
    }

    @Test
    void a_503_without_retry_after_and_other_failures_pause_nothing() {
        this.runner.run(context -> {
            PermittedClient client = bean(context, PermittedClient.class);
            for (RuntimeException failure : List.of(
                    new HttpClientErrorException(HttpStatus.SERVICE_UNAVAILABLE),
                    new HttpClientErrorException(HttpStatus.NOT_FOUND),
                    circular())) {
                assertThatThrownBy(() -> client.blocking(() -> {
                            throw failure;
                        }))
                        .isSameAs(failure);
            }
            assertThat(bean(context, Beans.News.class).count("paused")).isZero();
        });
    }

    @Test
    void a_client_inside_takes_the_paid_permit_for_its_first_attempt() {
        this.runner.run(context -> {
            PermittedClient client = bean(context, PermittedClient.class);
            assertThat(client.blocking(() -> {
                        CallMark mark = CallMark.onThread();
                        assertThat(mark).isNotNull();
                        assertThat(mark.permit()).isEqualTo(PermitPer.METHOD);
                        assertThat(mark.takePrepaid()).isNotNull();
                        assertThat(mark.takePrepaid()).isNull();
                        return "done";
                    }))
                    .isEqualTo("done");
            StepVerifier.create(client.mono(Mono.deferContextual(context2 -> {
                        CallMark mark = CallMark.current(context2);
                        return Mono.just((mark != null && mark.takePrepaid() != null) ? "paid" : "not paid");
                    })))
                    .expectNext("paid")
                    .verifyComplete();
        });
    }

    private static HttpClientErrorException tooMany(String retryAfter) {
        HttpHeaders headers = new HttpHeaders();
        headers.set("Retry-After", retryAfter);
        return HttpClientErrorException.create(
                HttpStatus.TOO_MANY_REQUESTS, "Too Many Requests", headers, new byte[0], null);
    }

    private static WebClientResponseException webClientTooMany() {
        HttpHeaders headers = new HttpHeaders();
        headers.set("Retry-After", "30");
        return WebClientResponseException.create(429, "Too Many Requests", headers, new byte[0], null);
    }

    private static RuntimeException circular() {
        RuntimeException first = new IllegalStateException("first");
        first.initCause(new IllegalStateException("second", first));
        return first;
    }
}
