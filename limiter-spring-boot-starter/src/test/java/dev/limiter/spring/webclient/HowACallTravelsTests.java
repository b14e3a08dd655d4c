package dev.limiter.spring.webclient;

import static dev.limiter.spring.testing.LimitedApplication.all;
import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.PermitPer;
import dev.limiter.RateLimitException;
import dev.limiter.RateLimited;
import dev.limiter.UnknownContourException;
import dev.limiter.spring.call.LimiterAttributes;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** A Spring Boot application, real HTTP, one test for each point of "How a call travels". */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HowACallTravelsTests {

    private Upstream api = Upstream.answering(Answer.ok());

    private Upstream login = Upstream.answering(Answer.ok());

    private LimitedApplication app = LimitedApplication.start(
            all(contour("api", this.api), contour("tenant", this.api, "hosts=")), Clients.class);

    private RecordClient records = this.app.bean(RecordClient.class);

    private int before;

    static class RecordClient {

        private final WebClient client;

        RecordClient(WebClient.Builder builder) {
            this.client = builder.build();
        }

        @RateLimited(contour = "api")
        public Mono<String> mono(String url) {
            return get(url);
        }

        @RateLimited(contour = "api")
        public Flux<String> flux(String url) {
            return get(url).flux();
        }

        @RateLimited(contour = "api")
        public CompletableFuture<String> future(String url) {
            return get(url).toFuture();
        }

        @RateLimited(contour = "tenant", key = "#tenant")
        public String blocking(String url, String tenant) {
            return get(url).blockOptional(Duration.ofSeconds(5)).orElseThrow();
        }

        @RateLimited(contour = "tenant", permit = PermitPer.METHOD)
        public Mono<String> oncePerMethod(String url) {
            return get(url);
        }

        private Mono<String> get(String url) {
            return this.client.get().uri(url).retrieve().bodyToMono(String.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Clients {

        @Bean
        RecordClient recordClient(WebClient.Builder builder) {
            return new RecordClient(builder);
        }
    }

    @BeforeEach
    void answerOk() {
        this.api.answer(Answer.ok());
        this.app.told().granted.clear();
        this.app.told().unseen.clear();
        this.before = this.api.count();
    }

    private int sent() {
        return this.api.count() - this.before;
    }

    @AfterAll
    void close() {
        this.app.close();
        this.api.close();
        this.login.close();
    }

    @Test
    void point1_a_mark_travels_with_a_mono_a_flux_a_future_and_a_thread() throws Exception {
        this.records.mono(this.api.url()).block();
        this.records.flux(this.api.url()).blockLast();
        this.records.future(this.api.url()).get(5, TimeUnit.SECONDS);
        assertThat(this.records.blocking(this.api.url(), "t1")).isEqualTo("said 200");

        assertThat(this.app.told().granted).containsExactly("api", "api", "api", "tenant");
        assertThat(this.app.told().unseen).isEmpty();
    }

    @Test
    void p77_nothing_happens_before_subscription_and_each_subscription_is_a_call() {
        Mono<String> call = this.records.mono(this.api.url());
        for (int i = 0; i < 10; i++) {
            assertThat(this.records.mono(this.api.url())).isNotNull();
        }
        assertThat(this.app.permits("api")).isZero();

        call.block();
        call.block();
        call.block();
        assertThat(this.app.permits("api")).isEqualTo(3);

        call.repeat(2).blockLast();
        assertThat(this.app.permits("api")).isEqualTo(6);

        this.api.answer(Answer.status(400));
        assertThatThrownBy(() -> call.retry(2).block()).hasMessageContaining("400");
        assertThat(this.app.permits("api")).isEqualTo(9);
        assertThat(sent()).isEqualTo(9);
    }

    @Test
    void point2_a_mark_survives_filters_that_change_threads_and_drop_the_context() {
        WebClient client = this.app
                .builder()
                .filter((request, next) -> Mono.fromFuture(() -> next.exchange(request)
                        .subscribeOn(Schedulers.boundedElastic())
                        .toFuture()))
                .build();
        Mono<String> call = client.get().uri(this.api.url()).retrieve().bodyToMono(String.class);

        call.contextWrite(dev.limiter.spring.call.CallMark.perAttempt(
                        "tenant", "t7", dev.limiter.PermitRequest.one(), "Test.call")::writeTo)
                .block();

        assertThat(this.app.told().granted).containsExactly("tenant");
    }

    @Test
    void point3_a_refusal_pauses_the_contour_and_the_repeat_takes_a_new_permit() {
        this.api.answer(Answer.tooMany("0.2"), Answer.ok());

        assertThat(this.records.mono(this.api.url()).block()).isEqualTo("said 200");

        assertThat(this.app.told().granted).containsExactly("api", "api");
        assertThat(this.app.told().paused).last().isEqualTo("api: 429 at HowACallTravelsTests.RecordClient.mono");
        assertThat(this.app.told().repeated).last().isEqualTo("api #2");
        assertThat(this.api.gaps()).last().satisfies(gap -> assertThat(gap).isGreaterThanOrEqualTo(195));
    }

    @Test
    void point4_the_request_attribute_goes_before_the_mark() {
        WebClient client = this.app.client(this.api);
        client.get()
                .attribute(LimiterAttributes.CONTOUR, "tenant")
                .attribute(LimiterAttributes.KEY, "t1")
                .retrieve()
                .bodyToMono(String.class)
                .block();

        assertThat(this.app.told().granted).containsExactly("tenant");
    }

    @Test
    void point4_a_login_host_is_not_charged_to_the_marked_contour() {
        this.records.mono(this.login.url()).block();

        assertThat(this.app.told().granted).isEmpty();
        assertThat(this.app.told().unseen).containsExactly("api: HowACallTravelsTests.RecordClient.mono");
    }

    @Test
    void point4_a_stray_call_is_charged_by_its_host() {
        this.app.client(this.api).get().retrieve().bodyToMono(String.class).block();

        assertThat(this.app.told().granted).containsExactly("api");
    }

    @Test
    void point4_the_final_url_counts_not_the_first() {
        WebClient client = this.app
                .client(this.login)
                .mutate()
                .filter((request, next) -> next.exchange(ClientRequest.from(request)
                        .url(java.net.URI.create(this.api.url()))
                        .build()))
                .build();
        client.get().retrieve().bodyToMono(String.class).block();

        assertThat(this.app.told().granted).containsExactly("api");
        assertThat(sent()).isEqualTo(1);
    }

    @Test
    void point4_a_host_of_no_contour_is_left_alone() {
        assertThat(this.app
                        .client(this.login)
                        .get()
                        .retrieve()
                        .bodyToMono(String.class)
                        .block())
                .isEqualTo("said 200");

        assertThat(this.app.told().granted).isEmpty();
    }

    @Test
    void point5_the_permit_of_a_method_goes_to_its_first_attempt_and_a_repeat_takes_its_own() {
        this.api.answer(Answer.tooMany("0.1"), Answer.ok());

        assertThat(this.records.oncePerMethod(this.api.url()).block()).isEqualTo("said 200");

        assertThat(this.app.told().granted).containsExactly("tenant", "tenant");
        assertThat(sent()).isEqualTo(2);
    }

    @Test
    void point6_an_unknown_contour_fails_the_call_and_sends_nothing() {
        Mono<String> call = this.app
                .client(this.api)
                .get()
                .attribute(LimiterAttributes.CONTOUR, "datasite")
                .retrieve()
                .bodyToMono(String.class);

        assertThatThrownBy(call::block)
                .isInstanceOf(UnknownContourException.class)
                .hasMessageContaining("'datasite' is not configured; known contours: [api, tenant]");
        assertThat(sent()).isZero();
    }

    @Test
    void a_refusal_of_ours_reaches_the_caller_as_itself() {
        Mono<String> call = this.app
                .client(this.api)
                .get()
                .retrieve()
                .bodyToMono(String.class)
                .contextWrite(dev.limiter.spring.call.CallMark.perAttempt(
                        "api", "", dev.limiter.PermitRequest.of(6000), "Test.call")::writeTo);

        assertThatThrownBy(call::block).isInstanceOf(RateLimitException.class).hasMessageContaining("6000");
        assertThat(sent()).isZero();
    }
}
