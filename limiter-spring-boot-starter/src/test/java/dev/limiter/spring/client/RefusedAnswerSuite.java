package dev.limiter.spring.client;

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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.web.client.RestClient;

/** What becomes of the refusals that a client that blocks does not see, with two connections where a pool has a size. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(OutputCaptureExtension.class)
abstract class RefusedAnswerSuite {

    /** No read has a time-out of its own: a caller that hangs is seen. */
    private static final int PATIENCE = 20;

    private final ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();

    private final Upstream api = Upstream.answering(Answer.ok());

    private final String library;

    private final Class<?>[] configurations;

    private LimitedApplication application;

    private RestClient client;

    private int sentBefore;

    private int connectedBefore;

    @SuppressWarnings("NullAway.Init")
    RefusedAnswerSuite(String library, Class<?>... configurations) {
        this.library = library;
        this.configurations = Stream.concat(Stream.of(SmallPools.class), Stream.of(configurations))
                .toArray(Class<?>[]::new);
    }

    @BeforeAll
    void start() {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        String[] quick = {"retry.max-attempts=30", "pause.fallback=1ms", "retry.backoff=1ms", "retry.max-backoff=2ms"};
        List<String> properties = all(
                contour("api", this.api, quick),
                // Ends with its budget, so that the caller never reads an endless body itself.
                all(
                        contour("long", this.api, "hosts=", "retry.max-attempts=100"),
                        contour(
                                "poor",
                                this.api,
                                "hosts=",
                                "retry.budget=0%",
                                "pause.fallback=1ms",
                                "retry.backoff=1ms")));
        this.application = LimitedApplication.start(
                all(properties, List.of("spring.http.clients.imperative.factory=" + this.library)),
                this.configurations);
        this.client = this.application
                .bean(RestClient.Builder.class)
                .baseUrl(this.api.url())
                .build();
        // Earns what the repeats of the tests spend.
        for (int i = 0; i < 60; i++) {
            get();
        }
    }

    @BeforeEach
    void count() {
        this.sentBefore = this.api.count();
        this.connectedBefore = this.api.connections();
    }

    @AfterEach
    void nothingIsLeased() {
        this.api.answer(Answer.ok());
        assertThat(get()).isEqualTo("said 200");
        assertThat(get()).isEqualTo("said 200");
        assertThat(this.application
                        .bean(PoolingHttpClientConnectionManager.class)
                        .getTotalStats()
                        .getLeased())
                .isZero();
    }

    @AfterAll
    void close() {
        this.application.close();
        this.api.close();
        ResourceLeakDetector.setLevel(this.before);
    }

    private String get() {
        return bounded(() -> String.valueOf(this.client.get().retrieve().body(String.class)));
    }

    private void getWhatever() {
        try {
            this.client
                    .get()
                    .attribute(LimiterAttributes.CONTOUR, "long")
                    .retrieve()
                    .toBodilessEntity();
        } catch (RuntimeException ex) {
            // The interrupt in the library's words, or the end of the budget.
        }
    }

    private interface Calling {
        String call();
    }

    private static String bounded(Calling calling) {
        CompletableFuture<String> called = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                called.complete(calling.call());
            } catch (RuntimeException ex) {
                called.completeExceptionally(ex);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return called.orTimeout(PATIENCE, TimeUnit.SECONDS).join();
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
    void p99_twenty_refusals_with_bodies_exhaust_no_pool_of_two(CapturedOutput output) {
        this.api.answer(times(20, Answer.chunked(429, 64 * 1024, "Retry-After", "0.001")));

        assertThat(get()).isEqualTo("said 200");

        assertThat(this.api.count() - this.sentBefore).isEqualTo(21);
        if (!this.library.equals("simple")) {
            // The bodies were read, so that the connections were used again.
            assertThat(this.api.connections() - this.connectedBefore).isLessThanOrEqualTo(2);
        }
        tellLeaks();
        assertThat(output).doesNotContain("LEAK");
    }

    @Test
    void p99_after_small_refusals_the_connection_is_used_again() {
        this.api.answer(times(5, Answer.tooMany("0.001")));

        assertThat(get()).isEqualTo("said 200");

        assertThat(this.api.count() - this.sentBefore).isEqualTo(6);
        assertThat(this.api.connections() - this.connectedBefore).isLessThanOrEqualTo(1);
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
    void p99_a_stalled_body_is_cut_off(CapturedOutput output) {
        this.api.answer(times(3, Answer.stalled(429, "Retry-After", "0.001")));

        assertThat(get()).isEqualTo("said 200");

        assertThat(this.api.count() - this.sentBefore).isEqualTo(4);
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
    void p99_at_the_end_of_the_budget_an_endless_body_is_cut_off_too() {
        this.api.answer(Answer.endless(429, "Retry-After", "0.001"));

        Throwable thrown = catchThrowable(() -> bounded(() -> String.valueOf(this.client
                .get()
                .attribute(LimiterAttributes.CONTOUR, "poor")
                .retrieve()
                .body(String.class))));

        assertThat(thrown).hasCauseInstanceOf(RetryBudgetExhaustedException.class);
        assertThat(thrown.getCause()).hasMessageContaining("429");
    }

    @Test
    void p99_interrupting_in_the_middle_gives_the_connections_back(CapturedOutput output) throws Exception {
        this.api.answer(Answer.endless(429, "Retry-After", "0.001"));
        for (int i = 0; i < 4; i++) {
            int sent = this.api.count();
            Thread caller = new Thread(this::getWhatever);
            caller.setDaemon(true);
            caller.start();
            await().until(() -> this.api.count() > sent);
            caller.interrupt();
            caller.join(TimeUnit.SECONDS.toMillis(PATIENCE));
            assertThat(caller.isAlive()).isFalse();
        }
        tellLeaks();
        assertThat(output).doesNotContain("LEAK");
    }
}
