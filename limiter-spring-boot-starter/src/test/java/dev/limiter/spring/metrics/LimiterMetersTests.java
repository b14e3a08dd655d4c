package dev.limiter.spring.metrics;

import static dev.limiter.spring.testing.LimitedApplication.all;
import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Limiter;
import dev.limiter.PermitRequest;
import dev.limiter.RateLimited;
import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** The meters of an application that has Prometheus, observations and all. */
class LimiterMetersTests {

    private final Upstream api = Upstream.answering(Answer.ok());

    private final LimitedApplication app = LimitedApplication.start(
            all(
                    contour(
                            "api",
                            this.api,
                            "limits[0].rate=100000/s",
                            "limits[0].capacity=100000",
                            "arrival-jitter=0ms"),
                    all(
                            contour(
                                    "slow",
                                    this.api,
                                    "hosts=",
                                    "limits[0].rate=20/s",
                                    "limits[0].capacity=1",
                                    "arrival-jitter=0ms"),
                            all(
                                    all(
                                            contour("once", this.api, "hosts=", "retry.max-attempts=1"),
                                            contour("watched", this.api, "hosts=", "mode=observe", "max-wait=0")),
                                    contour("poor", this.api, "hosts=", "retry.budget=0%", "retry.max-attempts=10")))),
            Parts.class);

    private final PrometheusMeterRegistry meters = this.app.bean(PrometheusMeterRegistry.class);

    @AfterEach
    void close() {
        this.app.close();
        this.api.close();
    }

    @Import(Marked.class)
    static class Parts {}

    static class Marked {

        private final WebClient client;

        Marked(WebClient.Builder builder) {
            this.client = builder.build();
        }

        @RateLimited(contour = "once")
        Mono<String> get(String url) {
            return this.client.get().uri(url).retrieve().bodyToMono(String.class);
        }

        @RateLimited(contour = "once")
        Mono<String> nothing() {
            return Mono.just("nothing");
        }
    }

    private String get(String contour, String method, Duration maxWait) {
        return this.app
                .client(this.api, contour, "")
                .method(HttpMethod.valueOf(method))
                .uri("/records/17?api_key=secret")
                .retrieve()
                .bodyToMono(String.class)
                .timeout(maxWait)
                .onErrorResume(ex -> Mono.just(ex.getClass().getSimpleName()))
                .blockOptional(Duration.ofSeconds(20))
                .orElseThrow();
    }

    private String get(String contour) {
        return get(contour, "GET", Duration.ofSeconds(20));
    }

    private double count(String name, String... tags) {
        return this.meters.find(name).tags(tags).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private long times(String name, String... tags) {
        return this.meters.find(name).tags(tags).timers().stream()
                .mapToLong(timer -> timer.count())
                .sum();
    }

    private double gauge(String name, String... tags) {
        return this.meters.get(name).tags(tags).gauge().value();
    }

    private void everything() {
        this.app.client(this.api).get().retrieve().toBodilessEntity().block(Duration.ofSeconds(20));
        this.app.bean(Marked.class).nothing().block();
        Mono.zip(Mono.fromSupplier(() -> get("slow")), Mono.fromSupplier(() -> get("slow")))
                .block(Duration.ofSeconds(20));
        this.api.answer(Answer.tooMany("0.05"), Answer.ok());
        get("slow");
        get("watched");
    }

    @Test
    void every_meter_of_the_catalogue_is_there_with_its_tags_and_no_others() {
        everything();

        for (LimiterMeter meter : LimiterMeter.values()) {
            assertThat(this.meters.find(meter.id()).meters())
                    .as(meter.id())
                    .isNotEmpty()
                    .allSatisfy(found -> {
                        assertThat(found.getId().getTags().stream().map(Tag::getKey))
                                .containsExactlyInAnyOrderElementsOf(meter.tags());
                        assertThat(found.getId().getDescription()).isEqualTo(meter.sentence());
                        assertThat(found.getId().getType().name())
                                .isEqualTo(meter.kind().name());
                    });
        }
        assertThat(this.meters.getMeters().stream()
                        .map(meter -> meter.getId().getName())
                        .filter(name -> name.startsWith("limiter."))
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(LimiterMeter.values())
                        .map(LimiterMeter::id)
                        .toList());
        assertThat(this.meters.scrape())
                .contains("limiter_wait_seconds_count{contour=\"slow\",outcome=\"granted\",reason=\"rate\"} ")
                .contains("limiter_refusals_total{contour=\"slow\",status=\"429\"} 1.0")
                .contains(
                        "limiter_observed_wait_seconds_count{contour=\"watched\",outcome=\"granted\",reason=\"store\"} 1")
                .containsPattern("limiter_paused_seconds_total\\{client=\"none\",contour=\"slow\"} 0\\.0[45]")
                .contains("limiter_pauses_total{client=\"none\",contour=\"slow\"} 1.0");
        assertThat(this.meters.scrape().lines().filter(line -> line.contains("limiter_")))
                .noneMatch(line -> line.contains("secret") || line.contains("error="));
    }

    @Test
    void waiting_for_us_a_refusal_by_the_server_and_the_end_of_the_budget_are_three_meters() {
        Limiter slow = this.app.bean(GateRegistry.class).limiter("slow");
        slow.pause(Duration.ofHours(1), "by hand").join();
        slow.acquireAsync(PermitRequest.one().withMaxWait(Duration.ofHours(2))).cancel(false);
        assertThat(times("limiter.wait", "contour", "slow", "reason", "pause", "outcome", "cancelled"))
                .isEqualTo(1);
        assertThat(count("limiter.refusals") + count("limiter.exhausted") + count("limiter.repeats"))
                .isZero();

        this.api.answer(Answer.tooMany("0.02"));
        assertThat(get("once")).isEqualTo("TooManyRequests");
        assertThat(count("limiter.refusals", "contour", "once", "status", "429"))
                .isEqualTo(1);
        assertThat(count("limiter.exhausted") + count("limiter.repeats")).isZero();

        assertThat(get("poor")).isEqualTo("RetryBudgetExhaustedException");
        assertThat(count("limiter.exhausted", "contour", "poor", "by", "budget"))
                .isEqualTo(1);
        assertThat(count("limiter.exhausted")).isEqualTo(1);
        assertThat(count("limiter.repeats", "contour", "poor")).isEqualTo(3);
        assertThat(count("limiter.refusals", "contour", "poor")).isEqualTo(4);
        assertThat(gauge("limiter.budget.left", "contour", "poor")).isZero();
        assertThat(times("limiter.wait", "outcome", "denied") + times("limiter.wait", "outcome", "timed-out"))
                .isZero();
    }

    @Test
    void a_denial_of_ours_is_no_attempt_and_says_what_was_waited_for() {
        get("slow");
        this.app
                .bean(GateRegistry.class)
                .limiter("slow")
                .pause(Duration.ofHours(1), "by hand")
                .join();

        assertThat(get("slow")).isEqualTo("PermitTimeoutException");
        assertThat(times("limiter.wait", "contour", "slow", "reason", "pause", "outcome", "timed-out"))
                .isEqualTo(1);
        assertThat(times("limiter.attempt", "contour", "slow")).isEqualTo(1);
        assertThat(gauge("limiter.pause.left", "contour", "slow")).isBetween(3500.0, 3600.0);
        assertThat(count("limiter.pauses", "contour", "slow", "client", "none")).isEqualTo(1);
        assertThat(count("limiter.paused", "contour", "slow", "client", "none")).isBetween(3599.0, 3600.0);
    }

    @Test
    void attempts_are_timed_without_the_wait_and_counted_by_the_class_of_their_answer() {
        this.api.answer(Answer.status(404), Answer.status(503), Answer.cutOff());
        get("once");
        get("once");
        get("once", "POST", Duration.ofSeconds(20));
        get("slow");
        get("slow");

        assertThat(times("limiter.attempt", "contour", "once", "outcome", "4xx"))
                .isEqualTo(1);
        assertThat(times("limiter.attempt", "contour", "once", "outcome", "5xx"))
                .isEqualTo(1);
        assertThat(times("limiter.attempt", "contour", "once", "outcome", "none"))
                .isEqualTo(1);
        this.api.answer(Answer.ok());
        this.app
                .bean(GateRegistry.class)
                .limiter("slow")
                .pause(Duration.ofSeconds(2), "by hand")
                .join();
        assertThat(get("slow")).isEqualTo("said 200");
        assertThat(this.meters
                        .get("limiter.attempt")
                        .tags("contour", "slow", "outcome", "2xx")
                        .timer()
                        .max(TimeUnit.MILLISECONDS))
                .isBetween(0.001, 1500.0);
        assertThat(this.meters
                        .get("limiter.wait")
                        .tags("contour", "slow", "reason", "pause", "outcome", "granted")
                        .timer()
                        .max(TimeUnit.MILLISECONDS))
                .isGreaterThan(1000);
    }

    @Test
    void a_pause_is_tagged_with_the_marked_method_else_with_the_configured_host_else_with_nothing() {
        this.api.answer(Answer.tooMany("0.02"), Answer.ok());
        this.app
                .bean(Marked.class)
                .get(this.api.url() + "/records/17")
                .onErrorComplete()
                .block();
        this.api.answer(Answer.tooMany("0.02"), Answer.ok());
        this.app
                .client(this.api)
                .get()
                .uri("/records/17")
                .retrieve()
                .toBodilessEntity()
                .block();
        this.api.answer(Answer.tooMany("0.02"), Answer.ok());
        get("poor");

        assertThat(count("limiter.pauses", "contour", "once", "client", "LimiterMetersTests.Marked.get"))
                .isEqualTo(1);
        assertThat(count("limiter.pauses", "contour", "api", "client", this.api.host()))
                .isEqualTo(1);
        assertThat(count("limiter.pauses", "contour", "poor", "client", "none")).isEqualTo(1);
    }

    @Test
    void gauges_show_who_waits_what_is_in_flight_and_how_the_store_is_reached() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        this.api.answer((request, response) -> {
            arrived.countDown();
            return Mono.never();
        });
        var unanswered = this.app
                .client(this.api, "slow", "")
                .get()
                .retrieve()
                .toBodilessEntity()
                .subscribe();
        assertThat(arrived.await(20, TimeUnit.SECONDS)).isTrue();
        var registry = this.app.bean(GateRegistry.class);
        registry.limiter("slow").pause(Duration.ofSeconds(20), "by hand").join();
        var waits = registry.limiter("slow").acquireAsync();

        assertThat(gauge("limiter.waiting", "contour", "slow")).isEqualTo(1);
        assertThat(gauge("limiter.in.flight", "contour", "slow")).isEqualTo(1);
        assertThat(gauge("limiter.store.mode", "contour", "slow", "mode", "normal"))
                .isEqualTo(1);
        assertThat(gauge("limiter.store.mode", "contour", "slow", "mode", "reject"))
                .isZero();
        unanswered.dispose();
        waits.cancel(false);
        assertThat(gauge("limiter.waiting", "contour", "slow")).isZero();
        assertThat(gauge("limiter.in.flight", "contour", "slow")).isZero();
    }
}
