package dev.limiter.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.limiter.Limiter;
import dev.limiter.LimiterRegistry;
import dev.limiter.PermitTimeoutException;
import dev.limiter.RepeatsExhaustedException;
import dev.limiter.spring.method.AnnotatedRecords.Caches;
import dev.limiter.spring.method.AnnotatedRecords.CachesByClass;
import dev.limiter.spring.method.AnnotatedRecords.Needed;
import dev.limiter.spring.method.AnnotatedRecords.Records;
import dev.limiter.spring.method.AnnotatedRecords.Retries;
import dev.limiter.spring.method.AnnotatedRecords.RetriesByClass;
import dev.limiter.spring.method.AnnotatedRecords.Transactions;
import dev.limiter.spring.method.AnnotatedRecords.Transacts;
import dev.limiter.spring.method.AnnotatedRecords.TransactsByClass;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.util.retry.Retry;

/** {@code @RateLimited} beside Spring's own annotations, in whatever order these are enabled. */
class BesideOtherAnnotationsTests {

    private final Upstream upstream = Upstream.answering(Answer.ok());

    @AfterEach
    void close() {
        this.upstream.close();
    }

    static Stream<List<Class<?>>> orders() {
        return Stream.of(
                List.of(Retries.class, Transacts.class, Caches.class, Needed.class),
                List.of(Needed.class, Caches.class, Transacts.class, Retries.class),
                List.of(RetriesByClass.class, Needed.class, CachesByClass.class, TransactsByClass.class),
                List.of(TransactsByClass.class, CachesByClass.class, Needed.class, RetriesByClass.class));
    }

    private void with(List<Class<?>> enabled, Consumer<LimitedApplication> calls) {
        List<String> properties =
                new ArrayList<>(LimitedApplication.contour("api", this.upstream, "retry.max-attempts=3"));
        properties.addAll(LimitedApplication.contour("method", this.upstream, "hosts=", "arrival-jitter=20ms"));
        properties.add("upstream.url=" + this.upstream.url());
        properties.add("spring.aop.proxy-target-class=" + enabled.contains(RetriesByClass.class));
        try (LimitedApplication application = LimitedApplication.start(properties, enabled.toArray(Class<?>[]::new))) {
            Records records = application.bean(Records.class);
            assertThat(AopUtils.isCglibProxy(records)).isEqualTo(enabled.contains(RetriesByClass.class));
            calls.accept(application);
        }
    }

    @ParameterizedTest
    @MethodSource("orders")
    void p94_three_of_ours_inside_of_three_others_are_nine_requests_and_each_is_paid(List<Class<?>> enabled) {
        this.upstream.answer(Answer.status(503));
        with(enabled, application -> {
            assertThatThrownBy(application.bean(Records.class)::retried)
                    .isInstanceOf(HttpServerErrorException.ServiceUnavailable.class);
            assertThat(this.upstream.count()).isEqualTo(9);
            assertThat(application.permits("api")).isEqualTo(9);
        });
    }

    @ParameterizedTest
    @MethodSource("orders")
    void p94_an_outer_retry_that_asks_stops_at_what_is_exhausted(List<Class<?>> enabled) {
        this.upstream.answer(Answer.status(503));
        with(enabled, application -> {
            assertThatThrownBy(application.bean(Records.class)::retriedUnlessExhausted)
                    .isInstanceOf(HttpServerErrorException.ServiceUnavailable.class);
            assertThat(this.upstream.count()).isEqualTo(3);
        });
    }

    @ParameterizedTest
    @MethodSource("orders")
    void each_outer_attempt_is_a_call_and_a_transaction_of_its_own(List<Class<?>> enabled) {
        with(enabled, application -> {
            assertThatThrownBy(application.bean(Records.class)::retriedPerMethod)
                    .isInstanceOf(IllegalStateException.class);
            assertThat(application.permits("method")).isEqualTo(3);
            assertThat(application.bean(Transactions.class).events)
                    .containsExactly("begin", "rollback", "begin", "rollback", "begin", "rollback");
        });
    }

    @ParameterizedTest
    @MethodSource("orders")
    void p94_reactive_retries_multiply_unless_they_ask(List<Class<?>> enabled) {
        this.upstream.answer(Answer.status(503));
        with(enabled, application -> {
            Records records = application.bean(Records.class);
            assertThatThrownBy(() -> records.reactive()
                            .retryWhen(Retry.max(2).filter(thrown -> !RepeatsExhaustedException.isIn(thrown)))
                            .block(Duration.ofSeconds(20)))
                    .isInstanceOf(WebClientResponseException.ServiceUnavailable.class);
            assertThat(this.upstream.count()).isEqualTo(3);

            assertThatThrownBy(() -> records.reactiveUnlessExhausted().block(Duration.ofSeconds(20)))
                    .isInstanceOf(WebClientResponseException.ServiceUnavailable.class);
            assertThat(this.upstream.count()).isEqualTo(6);
        });
    }

    @ParameterizedTest
    @MethodSource("orders")
    void what_a_cache_answers_takes_nothing(List<Class<?>> enabled) {
        with(enabled, application -> {
            Records records = application.bean(Records.class);
            assertThat(records.cached("1")).isEqualTo("said 200");
            assertThat(records.cached("1")).isEqualTo("said 200");
            assertThat(application.permits("method")).isEqualTo(1);
            records.cached("2");
            assertThat(application.permits("method")).isEqualTo(2);
            assertThat(this.upstream.count()).isEqualTo(2);
        });
    }

    @ParameterizedTest
    @MethodSource("orders")
    void a_transaction_is_open_while_the_method_waits_for_its_permit(List<Class<?>> enabled) {
        with(enabled, application -> {
            Records records = application.bean(Records.class);
            Transactions transactions = application.bean(Transactions.class);
            Limiter limiter = application.bean(LimiterRegistry.class).limiter("method");
            limiter.pause(Duration.ofSeconds(20), "by hand").join();

            CompletableFuture<String> call = CompletableFuture.supplyAsync(records::transacted);
            await().atMost(Duration.ofSeconds(10)).until(() -> transactions.events.equals(List.of("begin")));
            assertThat(this.upstream.count()).isZero();
            limiter.resume().join();

            assertThat(call.orTimeout(10, TimeUnit.SECONDS).join()).isEqualTo("said 200");
            assertThat(transactions.events).containsExactly("begin", "commit");
        });
    }

    @ParameterizedTest
    @MethodSource("orders")
    void a_denial_rolls_back(List<Class<?>> enabled) {
        with(enabled, application -> {
            application
                    .bean(LimiterRegistry.class)
                    .limiter("method")
                    .pause(Duration.ofHours(1), "by hand")
                    .join();
            assertThatThrownBy(application.bean(Records.class)::transacted).isInstanceOf(PermitTimeoutException.class);
            assertThat(application.bean(Transactions.class).events).containsExactly("begin", "rollback");
            assertThat(this.upstream.count()).isZero();
        });
    }
}
