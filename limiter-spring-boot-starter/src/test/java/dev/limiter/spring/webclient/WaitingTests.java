package dev.limiter.spring.webclient;

import static dev.limiter.spring.testing.LimitedApplication.all;
import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.limiter.LimiterRegistry;
import dev.limiter.PermitTimeoutException;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Waiting for a permit, and giving up. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WaitingTests {

    private final Scene scene = Scene.of(api -> all(
            all(List.of("spring.http.clients.read-timeout=800ms"), contour("api", api)),
            all(
                    contour(
                            "slow",
                            api,
                            "hosts=",
                            "limits[0].rate=1/s",
                            "limits[0].capacity=1",
                            "arrival-jitter=0ms",
                            "max-waiting=3"),
                    contour(
                            "frozen",
                            api,
                            "hosts=",
                            "limits[0].rate=1/10s",
                            "limits[0].capacity=1",
                            "arrival-jitter=0ms",
                            "max-waiting=3"))));

    private final Upstream api = this.scene.api;

    @BeforeEach
    void begin(TestInfo test) {
        this.scene.begin(test);
    }

    @AfterAll
    void close() {
        this.scene.close();
    }

    private static Mono<String> get(WebClient client) {
        return client.get().retrieve().bodyToMono(String.class);
    }

    @Test
    void p74_the_read_time_out_starts_when_the_request_is_sent() {
        WebClient slow = this.scene.client("slow");

        get(slow).block();
        // Waits for a second, which is longer than the read time-out.
        assertThat(get(slow).block()).isEqualTo("said 200");

        this.api.answer(Answer.never());
        assertThatThrownBy(() -> this.scene
                        .client()
                        .post()
                        .bodyValue("x")
                        .retrieve()
                        .toBodilessEntity()
                        .block())
                .hasRootCauseInstanceOf(io.netty.handler.timeout.ReadTimeoutException.class);
    }

    @Test
    void p74_a_callers_time_out_is_obeyed_while_it_waits_for_a_permit_and_nothing_is_sent() {
        WebClient frozen = this.scene.client("frozen");
        get(frozen).block();
        int before = this.api.count();

        long since = System.nanoTime();
        assertThatThrownBy(() -> get(frozen).timeout(Duration.ofMillis(250)).block())
                .hasRootCauseInstanceOf(TimeoutException.class);

        assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(2));
        await().untilAsserted(() -> assertThat(this.scene.told().abandoned).containsExactly("frozen"));
        assertThat(this.api.count()).isEqualTo(before);
    }

    @Test
    void p74_a_callers_time_out_is_obeyed_while_a_repeat_is_due() {
        this.api.answer(Answer.tooMany("20"));
        int before = this.api.count();

        assertThatThrownBy(() -> get(this.scene.client("api"))
                        .timeout(Duration.ofMillis(250))
                        .block())
                .hasRootCauseInstanceOf(TimeoutException.class);

        assertThat(this.api.count()).isEqualTo(before + 1);
    }

    @Test
    void p71_those_who_gave_up_leave_their_places_and_the_slot_goes_to_the_next() {
        WebClient slow = this.scene.client("slow");
        get(slow).block();
        int before = this.api.count();

        List<Disposable> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(get(slow).subscribe());
        }
        assertThatThrownBy(() -> get(slow).block()).isInstanceOf(dev.limiter.QueueFullException.class);
        waiting.forEach(Disposable::dispose);
        assertThat(this.scene.told().abandoned).hasSize(3);

        List<String> served = Flux.range(0, 2)
                .flatMap(i -> get(slow))
                .collectList()
                .blockOptional(Duration.ofSeconds(5))
                .orElseThrow();

        assertThat(served).hasSize(2);
        assertThat(this.api.count()).isEqualTo(before + 2);
    }

    @Test
    void p78_a_wait_parks_no_thread() {
        WebClient frozen = this.scene.client("frozen");
        get(frozen).block();
        Scheduler one = Schedulers.newSingle("one");

        Mono<String> call = get(frozen).subscribeOn(one);
        Disposable waiting = Flux.range(0, 3).flatMap(i -> call).subscribe();

        assertThat(Mono.fromSupplier(() -> Thread.currentThread().getName())
                        .subscribeOn(one)
                        .block(Duration.ofSeconds(2)))
                .startsWith("one");
        waiting.dispose();
        one.dispose();
    }

    @Test
    void p66_a_wait_that_cannot_succeed_fails_at_once() {
        WebClient frozen = this.scene.client("frozen");
        get(frozen).block();

        assertThatThrownBy(() -> get(frozen)
                        .contextWrite(dev.limiter.spring.call.CallMark.perAttempt(
                                "frozen",
                                this.scene.key(),
                                dev.limiter.PermitRequest.one().withMaxWait(Duration.ofSeconds(2)),
                                "Test.call")::writeTo)
                        .block(Duration.ofSeconds(1)))
                .isInstanceOfSatisfying(
                        PermitTimeoutException.class,
                        ex -> assertThat(ex.retryAfter())
                                .hasValueSatisfying(left -> assertThat(left).isGreaterThan(Duration.ofSeconds(5))));
    }

    @Test
    void p73_closing_the_registry_ends_the_waits_with_an_error_and_sends_nothing() throws Exception {
        try (LimitedApplication closing = LimitedApplication.start(
                contour("api", this.api, "limits[0].rate=1/10s", "limits[0].capacity=1", "arrival-jitter=0ms"))) {
            get(closing.client(this.api)).block();
            int before = this.api.count();
            CompletableFuture<String> waiting = get(closing.client(this.api)).toFuture();

            closing.bean(LimiterRegistry.class).close();

            assertThat(waiting)
                    .failsWithin(2, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .withCauseInstanceOf(dev.limiter.LimiterClosedException.class);
            assertThat(this.api.count()).isEqualTo(before);
        }
    }

    @Test
    void p83_a_stream_is_one_request_and_its_elements_are_not_paced() {
        this.api.answer((request, response) -> response.addHeader("Content-Type", "text/event-stream")
                .sendString(Flux.range(0, 1000).map(i -> "data:" + i + "\n\n")));

        List<String> all = this.scene
                .client("slow")
                .get()
                .retrieve()
                .bodyToFlux(String.class)
                .collectList()
                .blockOptional(Duration.ofSeconds(5))
                .orElseThrow();

        assertThat(all).hasSize(1000);
        assertThat(this.scene.app.permits("slow")).isEqualTo(1);
    }
}
