package dev.limiter.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.LimiterListener;
import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.bucket.Pause;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Mode;
import dev.limiter.contour.Quota;
import dev.limiter.gate.GateRegistry;
import dev.limiter.http.ResponseClassifier;
import dev.limiter.spring.actuate.LimiterEndpoint.ContourDescriptor;
import dev.limiter.spring.actuate.LimiterEndpoint.PauseDescriptor;
import dev.limiter.spring.actuate.LimiterEndpoint.ProblemDescriptor;
import dev.limiter.spring.call.Traffic;
import dev.limiter.spring.call.WaitWatch;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.health.contributor.Status;

/** A store that is away takes no pause, and says so. */
class StoreAwayForOperatorsTests {

    private final BucketStore memory = new InMemoryBucketStore();

    private final GateRegistry registry = registry(Mode.ENFORCE);

    private final LimiterEndpoint endpoint = new LimiterEndpoint(
            this.registry,
            new Traffic(
                    this.registry,
                    name -> ResponseClassifier.standard(),
                    LimiterListener.all(List::of),
                    WaitWatch.NONE),
            new FixedWords());

    private GateRegistry registry(Mode mode) {
        return GateRegistry.builder(away())
                .contours(List.of(Contour.named("datacite")
                        .quota(Quota.parse("10/s"))
                        .mode(mode)
                        .build()))
                .build();
    }

    /** It has a clock, and nothing else. */
    private BucketStore away() {
        return (BucketStore) Proxy.newProxyInstance(
                BucketStore.class.getClassLoader(), new Class<?>[] {BucketStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("isReachable")) {
                        return false;
                    }
                    if (CompletableFuture.class.isAssignableFrom(method.getReturnType())
                            || method.getReturnType().getSimpleName().equals("CompletionStage")) {
                        return CompletableFuture.<@Nullable Pause>failedFuture(
                                new IllegalStateException("no way there"));
                    }
                    try {
                        return method.invoke(this.memory, arguments);
                    } catch (InvocationTargetException ex) {
                        throw ex.getCause();
                    }
                });
    }

    @AfterEach
    void close() {
        this.registry.close();
        this.memory.close();
    }

    @Test
    void a_pause_that_it_has_not_taken_is_said_to_hold_in_this_process_alone_and_is_ended_here() {
        WebEndpointResponse<?> answer = change("pause", "10m", "called");
        assertThat(answer.getStatus()).isEqualTo(503);
        assertThat(answer.getBody())
                .isEqualTo(new ProblemDescriptor(
                        "the store did not answer; the pause holds in this process alone, until the store takes it"));
        assertThat(contour().pause())
                .isNotNull()
                .returns(false, PauseDescriptor::written)
                .returns("by hand: called", PauseDescriptor::cause);

        assertThat(change("resume", null, null).getStatus()).isEqualTo(503);
        assertThat(contour().pause()).isNull();
    }

    private WebEndpointResponse<?> change(String action, @Nullable String length, @Nullable String cause) {
        return this.endpoint.change("datacite", action, length, cause, null, null, null, null, null);
    }

    @Test
    void a_change_of_limits_that_it_has_not_taken_changes_nothing_as_far_as_is_known() {
        ProblemDescriptor uncertain = new ProblemDescriptor(
                "the store did not answer; whether the limits were changed is not known: look, and try again");
        for (WebEndpointResponse<?> answer :
                List.of(change("limits", null, null), this.endpoint.reset("datacite", "limits"))) {
            assertThat(answer.getStatus()).isEqualTo(503);
            assertThat(answer.getBody()).isEqualTo(uncertain);
        }
        assertThat(contour().limits()).isEqualTo("in words");
        assertThat(contour().configured()).isNull();
    }

    private ContourDescriptor contour() {
        return Objects.requireNonNull(this.endpoint.contours().contours().get("datacite"));
    }

    @Test
    void a_contour_that_is_only_observed_harms_no_health() {
        assertThat(new LimiterHealthIndicator(this.registry).health().getStatus())
                .isEqualTo(Status.DOWN);
        try (GateRegistry observing = registry(Mode.OBSERVE)) {
            assertThat(new LimiterHealthIndicator(observing).health().getStatus())
                    .isEqualTo(Status.UP);
        }
    }
}
