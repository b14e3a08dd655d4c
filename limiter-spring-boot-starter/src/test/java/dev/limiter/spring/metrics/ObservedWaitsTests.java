package dev.limiter.spring.metrics;

import static dev.limiter.spring.testing.LimitedApplication.all;
import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.PermitPer;
import dev.limiter.PermitTimeoutException;
import dev.limiter.RateLimited;
import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.call.LimiterAttributes;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;

/** A wait has an observation of its own, and the caller's is the same before and after waits and repeats. */
class ObservedWaitsTests {

    private final Upstream api = Upstream.answering(Answer.ok());

    private final LimitedApplication app = LimitedApplication.start(
            all(
                    contour("api", this.api),
                    contour(
                            "slow",
                            this.api,
                            "hosts=",
                            "limits[0].rate=1/s",
                            "limits[0].capacity=1",
                            "arrival-jitter=0ms")),
            Parts.class);

    private final TestObservationRegistry observations = this.app.bean(TestObservationRegistry.class);

    private final Observation outer = Observation.createNotStarted("outer", this.observations);

    /** Which observation was current, wherever the application's own code ran. */
    private final List<@Nullable Observation> seen = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        this.app.close();
        this.api.close();
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Permitted.class)
    static class Parts {

        @Bean
        TestObservationRegistry observationRegistry() {
            return TestObservationRegistry.create();
        }
    }

    static class Permitted {

        @RateLimited(contour = "slow", permit = PermitPer.METHOD)
        String blocking() {
            return "done";
        }

        @RateLimited(contour = "slow", permit = PermitPer.METHOD)
        Mono<String> reactive() {
            return Mono.just("done");
        }
    }

    /** From now on whoever comes has to wait. */
    private void takeThePermit() {
        this.app.bean(GateRegistry.class).limiter("slow").acquireAsync().join().close();
    }

    private void see() {
        this.seen.add(this.observations.getCurrentObservation());
    }

    private RestClient restClient() {
        return this.app
                .bean(RestClient.Builder.class)
                .baseUrl(this.api.url())
                .defaultRequest(request -> request.attribute(LimiterAttributes.CONTOUR, "slow"))
                .requestInterceptor((request, body, execution) -> {
                    see();
                    var answer = execution.execute(request, body);
                    see();
                    return answer;
                })
                .build();
    }

    private WebClient webClient() {
        return this.app
                .client(this.api, "slow", "")
                .mutate()
                .filter((request, next) -> Mono.deferContextual(context -> {
                    this.seen.add(context.get(ObservationThreadLocalAccessor.KEY));
                    see();
                    return next.exchange(request).doOnNext(answer -> see());
                }))
                .build();
    }

    private TestObservationRegistryAssert.TestObservationRegistryAssertReturningObservationContextAssert theWait() {
        return TestObservationRegistryAssert.assertThat(this.observations)
                .hasNumberOfObservationsWithNameEqualTo("limiter.wait", 1)
                .hasObservationWithNameEqualTo("limiter.wait")
                .that();
    }

    private void thatTheRequestWasCurrentThroughout(int times) {
        Observation request = this.seen.get(0);
        assertThat(request).isNotNull();
        assertThat(request.getContextView().getName()).isEqualTo("http.client.requests");
        assertThat(request.getContextView().getParentObservation()).isSameAs(this.outer);
        assertThat(this.seen).hasSize(times).allMatch(current -> current == request);
    }

    @Test
    void a_blocking_caller_waits_and_repeats_under_its_own_observation() {
        takeThePermit();
        this.api.answer(Answer.status(503), Answer.ok());

        this.outer.start().scoped(() -> {
            assertThat(restClient().get().uri("/a").retrieve().body(String.class))
                    .isEqualTo("said 200");
            assertThat(this.observations.getCurrentObservation()).isSameAs(this.outer);
        });
        this.outer.stop();

        thatTheRequestWasCurrentThroughout(4);
        TestObservationRegistryAssert.assertThat(this.observations)
                .hasNumberOfObservationsWithNameEqualTo("limiter.wait", 2)
                .forAllObservationsWithNameEqualTo(
                        "limiter.wait",
                        wait -> wait.hasParentObservationEqualTo(this.seen.get(0))
                                .hasLowCardinalityKeyValue("contour", "slow")
                                .hasLowCardinalityKeyValue("reason", "rate")
                                .hasLowCardinalityKeyValue("outcome", "granted"));
    }

    @Test
    void a_reactive_caller_waits_and_repeats_under_its_own_observation() {
        takeThePermit();
        this.api.answer(Answer.status(503), Answer.ok());
        Hooks.enableAutomaticContextPropagation();
        ObservationThreadLocalAccessor.getInstance().setObservationRegistry(this.observations);
        try {
            this.outer.start();
            String answer = webClient()
                    .get()
                    .uri("/a")
                    .retrieve()
                    .bodyToMono(String.class)
                    .contextWrite(context -> context.put(ObservationThreadLocalAccessor.KEY, this.outer))
                    .block(Duration.ofSeconds(20));
            this.outer.stop();
            assertThat(answer).isEqualTo("said 200");
        } finally {
            Hooks.disableAutomaticContextPropagation();
        }

        thatTheRequestWasCurrentThroughout(6);
        TestObservationRegistryAssert.assertThat(this.observations)
                .hasNumberOfObservationsWithNameEqualTo("limiter.wait", 2)
                .forAllObservationsWithNameEqualTo(
                        "limiter.wait", wait -> wait.hasParentObservationEqualTo(this.seen.get(0)));
    }

    @Test
    void where_the_permit_is_there_at_once_there_is_no_wait_to_observe() {
        restClient().get().uri("/a").retrieve().toBodilessEntity();
        this.app.client(this.api).get().retrieve().toBodilessEntity().block(Duration.ofSeconds(20));

        TestObservationRegistryAssert.assertThat(this.observations)
                .hasNumberOfObservationsWithNameEqualTo("http.client.requests", 2)
                .doesNotHaveAnyRemainingCurrentObservation()
                .hasNumberOfObservationsWithNameEqualTo("limiter.wait", 0);
    }

    @Test
    void a_denial_is_the_waits_error() {
        takeThePermit();
        var limiter = this.app.bean(GateRegistry.class).limiter("slow");
        var waiting = Mono.defer(() ->
                        this.app.client(this.api, "slow", "").get().retrieve().toBodilessEntity())
                .toFuture();
        limiter.pause(Duration.ofHours(1), "by hand").join();

        assertThatThrownBy(waiting::join).hasCauseInstanceOf(PermitTimeoutException.class);
        theWait()
                .hasLowCardinalityKeyValue("reason", "pause")
                .hasLowCardinalityKeyValue("outcome", "timed-out")
                .hasError();
    }

    @Test
    void a_caller_that_gives_up_ends_the_observation() {
        takeThePermit();
        this.app
                .bean(GateRegistry.class)
                .limiter("slow")
                .pause(Duration.ofSeconds(20), "by hand")
                .join();
        var call = this.app
                .client(this.api, "slow", "")
                .get()
                .retrieve()
                .toBodilessEntity()
                .subscribe();
        theWait().hasBeenStarted().isNotStopped();
        call.dispose();

        theWait()
                .hasLowCardinalityKeyValue("reason", "none")
                .hasLowCardinalityKeyValue("outcome", "cancelled")
                .doesNotHaveError()
                .hasBeenStopped();
    }

    @Test
    void a_method_that_takes_its_permit_itself_is_observed_while_it_waits() {
        Permitted methods = this.app.bean(Permitted.class);
        takeThePermit();
        this.outer.start().scoped(() -> assertThat(methods.blocking()).isEqualTo("done"));
        assertThat(methods.reactive()
                        .contextWrite(context -> context.put(ObservationThreadLocalAccessor.KEY, this.outer))
                        .block(Duration.ofSeconds(20)))
                .isEqualTo("done");
        this.outer.stop();

        TestObservationRegistryAssert.assertThat(this.observations)
                .hasNumberOfObservationsWithNameEqualTo("limiter.wait", 2)
                .forAllObservationsWithNameEqualTo(
                        "limiter.wait", wait -> wait.hasParentObservationEqualTo(this.outer));
    }
}
