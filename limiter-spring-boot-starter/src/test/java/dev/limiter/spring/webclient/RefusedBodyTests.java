package dev.limiter.spring.webclient;

import static dev.limiter.spring.testing.LimitedApplication.all;
import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.limiter.RetryBudgetExhaustedException;
import dev.limiter.spring.call.LimiterAttributes;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.Disposable;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** What becomes of the bodies of refused responses, with a pool of two connections and Netty's paranoid leak detection. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(OutputCaptureExtension.class)
class RefusedBodyTests {

    private int sentBefore;

    private int connectedBefore;

    private final ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();

    private final Upstream api = Upstream.answering(Answer.ok());

    private final LimitedApplication app = LimitedApplication.start(all(
            contour(
                    "api",
                    this.api,
                    "retry.max-attempts=30",
                    "pause.fallback=1ms",
                    "retry.backoff=1ms",
                    "retry.max-backoff=2ms"),
            contour("poor", this.api, "hosts=", "retry.budget=0%", "pause.fallback=1ms", "retry.backoff=1ms")));

    private final ConnectionProvider pool = ConnectionProvider.builder("two")
            .maxConnections(2)
            .pendingAcquireTimeout(Duration.ofSeconds(3))
            .build();

    private final WebClient client = this.app
            .client(this.api)
            .mutate()
            .clientConnector(new ReactorClientHttpConnector(HttpClient.create(this.pool)))
            .build();

    @BeforeAll
    void beParanoid() {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        // Earns what the repeats of the tests spend.
        for (int i = 0; i < 40; i++) {
            get();
        }
    }

    @BeforeEach
    void count() {
        this.sentBefore = this.api.count();
        this.connectedBefore = this.api.connections();
    }

    @AfterAll
    void close() {
        this.app.close();
        this.pool.dispose();
        this.api.close();
        ResourceLeakDetector.setLevel(this.before);
    }

    private String get() {
        return this.client
                .get()
                .retrieve()
                .bodyToMono(String.class)
                .blockOptional(Duration.ofSeconds(20))
                .orElseThrow();
    }

    private static Answer[] times(int n, Answer refusal) {
        List<Answer> script = new ArrayList<>(Collections.nCopies(n, refusal));
        script.add(Answer.ok());
        return script.toArray(Answer[]::new);
    }

    /** Leaks are told when lost buffers have been collected and others are allocated. */
    private static void tellLeaks() {
        for (int i = 0; i < 3; i++) {
            System.gc();
            for (int j = 0; j < 200; j++) {
                PooledByteBufAllocator.DEFAULT.buffer(16).release();
            }
        }
    }

    @Test
    void p99_twenty_refusals_with_bodies_exhaust_no_pool_of_two_and_leak_nothing(CapturedOutput output) {
        this.api.answer(times(20, Answer.chunked(429, 64 * 1024, "Retry-After", "0.001")));

        assertThat(get()).isEqualTo("said 200");

        assertThat(this.api.count() - this.sentBefore).isEqualTo(21);
        // The bodies were read, so that the connections were used again.
        assertThat(this.api.connections() - this.connectedBefore).isLessThanOrEqualTo(2);
        tellLeaks();
        assertThat(output).doesNotContain("LEAK");
    }

    @Test
    void p99_an_endless_body_is_cut_off(CapturedOutput output) {
        this.api.answer(times(3, Answer.endless(429, "Retry-After", "0.001")));

        assertThat(get()).isEqualTo("said 200");

        assertThat(this.api.count() - this.sentBefore).isEqualTo(4);
        assertThat(this.api.connections() - this.connectedBefore).isGreaterThanOrEqualTo(2);
        tellLeaks();
        assertThat(output).doesNotContain("LEAK");
    }

    @Test
    void p99_a_large_body_is_not_read_to_its_end() {
        this.api.answer(times(2, Answer.chunked(429, 8 * 1024 * 1024, "Retry-After", "0.001")));

        assertThat(get()).isEqualTo("said 200");
        assertThat(this.api.count() - this.sentBefore).isEqualTo(3);
    }

    @Test
    void p99_cancelling_in_the_middle_gives_the_connections_back(CapturedOutput output) {
        this.api.answer(Answer.endless(429, "Retry-After", "0.001"));
        for (int i = 0; i < 6; i++) {
            int sent = this.api.count();
            Disposable call = this.client
                    .get()
                    .retrieve()
                    .toBodilessEntity()
                    .onErrorComplete()
                    .subscribe();
            await().until(() -> this.api.count() > sent);
            call.dispose();
        }
        this.api.answer(Answer.ok());

        assertThat(get()).isEqualTo("said 200");
        tellLeaks();
        assertThat(output).doesNotContain("LEAK");
    }

    @Test
    void p99_at_the_end_of_the_budget_an_endless_body_is_cut_off_too() {
        this.api.answer(Answer.endless(429, "Retry-After", "0.001"));

        Throwable thrown = catchThrowable(() -> this.client
                .get()
                .attribute(LimiterAttributes.CONTOUR, "poor")
                .retrieve()
                .toBodilessEntity()
                .block(Duration.ofSeconds(20)));

        assertThat(thrown).isInstanceOf(RetryBudgetExhaustedException.class).hasMessageContaining("429");
        this.api.answer(Answer.ok());
        assertThat(get()).isEqualTo("said 200");
    }
}
