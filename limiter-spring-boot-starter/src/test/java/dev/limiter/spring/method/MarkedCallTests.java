package dev.limiter.spring.method;

import static dev.limiter.spring.method.Beans.bean;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.limiter.Priority;
import dev.limiter.RateLimited;
import dev.limiter.spring.call.CallMark;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.reactivestreams.Publisher;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

@ExtendWith(OutputCaptureExtension.class)
class MarkedCallTests {

    private final ApplicationContextRunner runner = Beans.runner().withBean(Client.class);

    @Test
    void each_subscription_is_a_call_of_its_own_and_takes_nothing() {
        this.runner.run(context -> {
            Client client = bean(context, Client.class);
            Mono<String> deposit = client.mono("tenant");
            assertThat(client.seen()).isEmpty();
            StepVerifier.create(deposit.repeat(2)).expectNextCount(3).verifyComplete();
            assertThat(client.seen()).hasSize(3).doesNotHaveDuplicates();
            assertThat(client.seen()).allSatisfy(mark -> {
                assertThat(mark.contour()).isEqualTo("datacite");
                assertThat(mark.key()).isEqualTo("tenant");
                assertThat(mark.request().permits()).isEqualTo(2);
                assertThat(mark.request().priority()).isEqualTo(Priority.URGENT);
                assertThat(mark.request().maxWait()).isEqualTo(Duration.ofSeconds(7));
                assertThat(mark.method()).isEqualTo("MarkedCallTests.Client.mono");
            });
            assertThat(bean(context, Beans.News.class).heard).isEmpty();
        });
    }

    @Test
    void all_reactive_types_carry_the_mark() {
        this.runner.run(context -> {
            Client client = bean(context, Client.class);
            StepVerifier.create(client.flux()).expectNext(1, 2, 3).verifyComplete();
            StepVerifier.create(client.publisher()).expectNext(1).verifyComplete();
            StepVerifier.create(JdkFlowAdapter.flowPublisherToFlux(client.flow()))
                    .expectNext(1)
                    .verifyComplete();
            assertThat(client.seen())
                    .extracting(CallMark::method)
                    .containsExactly(
                            "MarkedCallTests.Client.flux",
                            "MarkedCallTests.Client.publisher",
                            "MarkedCallTests.Client.flow");
        });
    }

    @Test
    void a_blocking_method_and_one_with_a_stage_run_with_the_mark_on_their_thread() {
        this.runner.run(context -> {
            Client client = bean(context, Client.class);
            assertThat(client.blocking()).isEqualTo("done");
            assertThat(client.stage()).isCompletedWithValue("done");
            assertThat(client.seen()).hasSize(2);
            assertThat(CallMark.onThread()).isNull();
        });
    }

    @Test
    void the_mark_is_gone_after_an_exception_which_arrives_as_it_is() {
        this.runner.run(context -> {
            Client client = bean(context, Client.class);
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(client::failing);
            assertThat(CallMark.onThread()).isNull();
            assertThat(bean(context, Beans.News.class).heard).isEmpty();
        });
    }

    @Test
    void the_innermost_mark_counts(CapturedOutput output) {
        this.runner
                .withPropertyValues("limiter.contours.zenodo.quota=10/s")
                .withBean(Outer.class)
                .run(context -> {
                    StepVerifier.create(bean(context, Outer.class).outer())
                            .expectNext("done")
                            .verifyComplete();
                    assertThat(bean(context, Client.class).seen())
                            .extracting(CallMark::contour)
                            .containsExactly("datacite");
                    assertThat(output).contains("no inner marked method");
                });
    }

    @Test
    void a_call_without_an_attempt_is_told_once_for_each_method(CapturedOutput output) {
        this.runner.run(context -> {
            Client client = bean(context, Client.class);
            client.blind();
            client.blind();
            client.blindMono().block();
            client.blindMono().block();
            client.blindStage().join();
            assertThat(bean(context, Beans.News.class).heard)
                    .containsExactly(
                            "unseen datacite MarkedCallTests.Client.blind",
                            "unseen datacite MarkedCallTests.Client.blindMono",
                            "unseen datacite MarkedCallTests.Client.blindStage");
            assertThat(output.getAll().split("MarkedCallTests.Client.blind is marked", -1))
                    .hasSize(2);
            assertThat(output).contains("permit = METHOD").contains("limiter.contours.datacite.hosts");
        });
    }

    @Test
    void an_attempt_at_assembly_counts() {
        this.runner.run(context -> {
            bean(context, Client.class).eager().block();
            assertThat(bean(context, Beans.News.class).heard).isEmpty();
        });
    }

    @Test
    void p83_a_stream_is_one_call() {
        this.runner.run(context -> {
            StepVerifier.create(bean(context, Client.class).stream())
                    .expectNextCount(1000)
                    .verifyComplete();
            assertThat(bean(context, Client.class).seen()).hasSize(1);
        });
    }

    static class Client {

        private final List<CallMark> seen = new CopyOnWriteArrayList<>();

        List<CallMark> seen() {
            return this.seen;
        }

        private void attempt(@Nullable CallMark mark) {
            CallMark there = Objects.requireNonNull(mark);
            there.attemptSeen();
            this.seen.add(there);
        }

        private Mono<String> request() {
            return Mono.deferContextual(context -> {
                attempt(CallMark.current(context));
                return Mono.just("done");
            });
        }

        @RateLimited(contour = "datacite", key = "#tenant", permits = "2", priority = Priority.URGENT, maxWait = "7s")
        public Mono<String> mono(String tenant) {
            return request();
        }

        @RateLimited(contour = "datacite")
        public Flux<Integer> flux() {
            return request().thenMany(Flux.range(1, 3));
        }

        @RateLimited(contour = "datacite")
        public Publisher<Integer> publisher() {
            return request().thenMany(Flux.just(1));
        }

        @RateLimited(contour = "datacite")
        public Flow.Publisher<Integer> flow() {
            return JdkFlowAdapter.publisherToFlowPublisher(request().thenMany(Flux.just(1)));
        }

        @RateLimited(contour = "datacite")
        public Flux<Integer> stream() {
            return request().thenMany(Flux.range(1, 1000));
        }

        @RateLimited(contour = "datacite")
        public String blocking() {
            attempt(CallMark.onThread());
            return "done";
        }

        @RateLimited(contour = "datacite")
        public CompletableFuture<String> stage() {
            return request().toFuture();
        }

        @RateLimited(contour = "datacite")
        public void failing() {
            throw new IllegalStateException("as it is");
        }

        @RateLimited(contour = "datacite")
        public Mono<String> eager() {
            attempt(CallMark.onThread());
            return Mono.just("done");
        }

        @RateLimited(contour = "datacite")
        public void blind() {}

        @RateLimited(contour = "datacite")
        public Mono<String> blindMono() {
            return Mono.just("cached");
        }

        @RateLimited(contour = "datacite")
        public CompletableFuture<String> blindStage() {
            return CompletableFuture.completedFuture("cached");
        }
    }

    static class Outer {

        private final Client client;

        Outer(Client client) {
            this.client = client;
        }

        @RateLimited(contour = "zenodo")
        public Mono<String> outer() {
            return this.client.mono("tenant");
        }
    }
}
