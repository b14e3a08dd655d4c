package dev.limiter.spring.method;

import static dev.limiter.spring.method.Beans.bean;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.RateLimitException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

class PermittedCallEndTests {

    private final ApplicationContextRunner runner = Beans.runner().withBean(PermittedClient.class);

    @Test
    void p71_cancelled_callers_leave_no_ghost_and_their_method_never_runs() {
        this.runner
                .withPropertyValues("limiter.contours.datacite.max-wait=1h", "limiter.contours.datacite.max-waiting=10")
                .run(context -> {
                    PermittedClient client = bean(context, PermittedClient.class);
                    for (int i = 0; i < 3; i++) {
                        client.blocking(() -> "done");
                    }
                    for (int round = 0; round < 3; round++) {
                        List<Disposable> waiting = Flux.range(0, 5)
                                .map(i -> client.mono(Mono.just("done")).subscribe(done -> {}, ex -> {}))
                                .collectList()
                                .blockOptional()
                                .orElseThrow();
                        List<CompletableFuture<String>> stages = Flux.range(0, 5)
                                .map(i ->
                                        client.stage(new CompletableFuture<>()).toCompletableFuture())
                                .collectList()
                                .blockOptional()
                                .orElseThrow();
                        assertThat(waiting).noneMatch(Disposable::isDisposed);
                        assertThat(stages).noneMatch(CompletableFuture::isDone);
                        waiting.forEach(Disposable::dispose);
                        stages.forEach(stage -> stage.cancel(true));
                    }
                    assertThat(client.runs()).isEqualTo(3);
                    bean(context, Beans.News.class).awaitCount("abandoned", 30);
                    assertThat(bean(context, Beans.News.class).count("denied")).isZero();
                });
    }

    @Test
    void an_interrupt_ends_the_wait_and_stays_visible() {
        this.runner.withPropertyValues("limiter.contours.datacite.max-wait=1h").run(context -> {
            PermittedClient client = bean(context, PermittedClient.class);
            for (int i = 0; i < 3; i++) {
                client.blocking(() -> "done");
            }
            assertThat(interrupted(() -> client.blocking(() -> "done")))
                    .isInstanceOf(RateLimitException.class)
                    .hasCauseInstanceOf(InterruptedException.class)
                    .hasMessageContaining("PermittedClient.blocking");
            assertThat(interrupted(client::interruptible)).isInstanceOf(InterruptedException.class);
        });
    }

    private static Throwable interrupted(Blocking call) throws Exception {
        FutureTask<Throwable> task = new FutureTask<>(() -> {
            Thread.currentThread().interrupt();
            try {
                call.run();
                return new AssertionError("no exception");
            } catch (Exception ex) {
                boolean visible = Thread.currentThread().isInterrupted();
                return (visible || ex instanceof InterruptedException) ? ex : new AssertionError(ex);
            }
        });
        new Thread(task).start();
        return task.get(5, TimeUnit.SECONDS);
    }

    private interface Blocking {
        void run() throws Exception;
    }

    @Test
    void cancelling_what_the_caller_got_reaches_what_the_method_returned() {
        this.runner.run(context -> {
            PermittedClient client = bean(context, PermittedClient.class);
            CompletableFuture<String> inner = new CompletableFuture<>();
            CompletionStage<String> stage = client.stage(inner);
            assertThat(client.entered().await(5, TimeUnit.SECONDS)).isTrue();
            assertThat(stage.toCompletableFuture().cancel(true)).isTrue();
            assertThat(inner).failsWithin(Duration.ofSeconds(5));

            TestPublisher<String> publisher = TestPublisher.create();
            client.mono(publisher.mono()).subscribe().dispose();
            publisher.assertWasCancelled();
        });
    }

    @Test
    void a_permit_is_freed_at_the_end_of_the_call_however_it_ends() {
        this.runner
                .withPropertyValues(
                        "limiter.contours.datacite.limits[0].capacity=100", "limiter.contours.datacite.concurrency=1")
                .run(context -> {
                    PermittedClient client = bean(context, PermittedClient.class);
                    TestPublisher<String> publisher = TestPublisher.create();
                    client.mono(publisher.mono()).subscribe().dispose();
                    assertThat(client.blocking(() -> "done")).isEqualTo("done");
                    StepVerifier.create(client.mono(Mono.error(new IllegalStateException())))
                            .verifyError();
                    StepVerifier.create(client.mono(Mono.empty())).verifyComplete();
                    StepVerifier.create(client.flux(Flux.range(1, 5)).take(2))
                            .expectNextCount(2)
                            .verifyComplete();
                    assertThat(client.stage(CompletableFuture.completedFuture("done"))
                                    .toCompletableFuture()
                                    .get(5, TimeUnit.SECONDS))
                            .isEqualTo("done");
                    assertThat(client.blocking(() -> "done")).isEqualTo("done");
                });
    }
}
