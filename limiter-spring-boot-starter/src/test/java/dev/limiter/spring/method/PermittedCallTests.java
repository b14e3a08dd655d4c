package dev.limiter.spring.method;

import static dev.limiter.spring.method.Beans.bean;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.limiter.PermitPer;
import dev.limiter.PermitTimeoutException;
import dev.limiter.RateLimited;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class PermittedCallTests {

    private final ApplicationContextRunner runner = Beans.runner().withBean(PermittedClient.class);

    @Test
    void a_blocking_method_takes_one_permit_for_each_call_and_none_runs_without() {
        this.runner.run(context -> {
            PermittedClient client = bean(context, PermittedClient.class);
            for (int i = 0; i < 3; i++) {
                assertThat(client.blocking(() -> "done")).isEqualTo("done");
            }
            assertThatExceptionOfType(PermitTimeoutException.class)
                    .isThrownBy(() -> client.blocking(() -> "done"))
                    .satisfies(ex -> assertThat(ex.retryAfter()).isPresent());
            assertThat(client.runs()).isEqualTo(3);
        });
    }

    @Test
    void p77_permits_taken_are_subscriptions_and_the_method_is_called_for_each() {
        this.runner.run(context -> {
            PermittedClient client = bean(context, PermittedClient.class);
            Mono<String> deposit = client.mono(Mono.just("done"));
            client.mono(Mono.just("never subscribed to"));
            assertThat(bean(context, Beans.News.class).count("granted")).isZero();
            assertThat(client.runs()).isEqualTo(0);
            StepVerifier.create(deposit.repeat(1)).expectNext("done", "done").verifyComplete();
            StepVerifier.create(client.flux(Flux.range(1, 100)))
                    .expectNextCount(100)
                    .verifyComplete();
            bean(context, Beans.News.class).awaitCount("granted", 3);
            assertThat(client.runs()).isEqualTo(3);
            StepVerifier.create(deposit).verifyError(PermitTimeoutException.class);
            assertThat(client.runs()).isEqualTo(3);
        });
    }

    @Test
    void a_stage_runs_on_the_applications_executor_when_its_turn_comes() {
        this.runner.run(context -> {
            PermittedClient client = bean(context, PermittedClient.class);
            for (int i = 0; i < 3; i++) {
                assertThat(client.stage(CompletableFuture.completedFuture("done"))
                                .toCompletableFuture()
                                .get(5, TimeUnit.SECONDS))
                        .isEqualTo("done");
            }
            assertThat(client.threads()).hasSize(3).allMatch(name -> name.startsWith("task-"));
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> client.stage(new CompletableFuture<>())
                            .toCompletableFuture()
                            .get(5, TimeUnit.SECONDS))
                    .withCauseInstanceOf(PermitTimeoutException.class);
            assertThat(client.runs()).isEqualTo(3);
        });
    }

    @Test
    void p66_a_wait_that_cannot_succeed_fails_at_once_with_the_earliest_time() {
        this.runner
                .withPropertyValues(
                        "limiter.contours.datacite.limits[0].rate=1/10s",
                        "limiter.contours.datacite.limits[0].capacity=1",
                        "limiter.contours.datacite.max-wait=2s")
                .run(context -> {
                    PermittedClient client = bean(context, PermittedClient.class);
                    client.blocking(() -> "done");
                    long before = System.nanoTime();
                    assertThatExceptionOfType(PermitTimeoutException.class)
                            .isThrownBy(() -> client.blocking(() -> "done"))
                            .satisfies(ex -> assertThat(ex.retryAfter().orElseThrow())
                                    .isBetween(Duration.ofSeconds(9), Duration.ofSeconds(11)));
                    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(1));
                });
    }

    @Test
    void p67_of_five_callers_those_within_max_wait_are_served_and_the_others_fail_in_time() {
        this.runner
                .withPropertyValues(
                        "limiter.contours.datacite.limits[0].rate=1/500ms",
                        "limiter.contours.datacite.limits[0].capacity=1",
                        "limiter.contours.datacite.max-wait=700ms")
                .run(context -> {
                    PermittedClient client = bean(context, PermittedClient.class);
                    List<CompletableFuture<String>> calls = Flux.range(0, 5)
                            .map(i -> client.mono(Mono.just("done")).toFuture())
                            .collectList()
                            .blockOptional()
                            .orElseThrow();
                    CompletableFuture<Void> all = CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new))
                            .exceptionally(ex -> null);
                    all.get(5, TimeUnit.SECONDS);
                    assertThat(calls)
                            .filteredOn(call -> !call.isCompletedExceptionally())
                            .hasSize(2);
                });
    }

    @Test
    void p76_an_inner_contour_without_permits_costs_one_outer_permit_for_each_call_of_the_outer_method() {
        this.runner
                .withBean(Inner.class)
                .withPropertyValues(
                        "limiter.contours.inner.limits[0].rate=1/h",
                        "limiter.contours.inner.limits[0].capacity=1",
                        "limiter.contours.inner.max-wait=100ms")
                .run(context -> {
                    PermittedClient client = bean(context, PermittedClient.class);
                    Inner inner = bean(context, Inner.class);
                    assertThat(inner.send()).isEqualTo("done");
                    for (int i = 0; i < 3; i++) {
                        assertThatExceptionOfType(PermitTimeoutException.class)
                                .isThrownBy(() -> client.blocking(inner::send))
                                .satisfies(ex -> assertThat(ex.contour()).isEqualTo("inner"));
                    }
                    bean(context, Beans.News.class).awaitCount("granted datacite", 3);
                });
    }

    static class Inner {

        @RateLimited(contour = "inner", permit = PermitPer.METHOD)
        public String send() {
            return "done";
        }
    }
}
