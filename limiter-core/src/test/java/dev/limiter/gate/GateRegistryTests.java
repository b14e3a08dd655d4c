package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.Limiter;
import dev.limiter.LimiterRegistry;
import dev.limiter.Permit;
import dev.limiter.Refusal;
import dev.limiter.UnknownContourException;
import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Quota;
import dev.limiter.contour.Rate;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GateRegistryTests {

    private static Contour named(String name) {
        return Contour.named(name).limit(Rate.parse("1/s"), 1).build();
    }

    @Test
    void it_has_its_contours_in_their_order() {
        try (BucketStore store = new InMemoryBucketStore();
                LimiterRegistry registry = GateRegistry.builder(store)
                        .contours(List.of(named("zenodo"), named("datacite"), named("figshare"), named("crossref")))
                        .build()) {
            assertThat(registry.contours()).containsExactly("zenodo", "datacite", "figshare", "crossref");
            assertThat(registry.limiter("datacite").contour()).isEqualTo("datacite");
        }
    }

    @Test
    void an_unknown_contour_is_an_error_that_names_those_that_are_known() {
        try (TestGate gate = TestGate.of(contour("1/s", 1))) {
            assertThatThrownBy(() -> gate.registry.limiter("datacit"))
                    .isInstanceOf(UnknownContourException.class)
                    .hasMessageContaining("datacit")
                    .hasMessageContaining("datacite");
        }
    }

    @Test
    void two_contours_of_one_name_are_refused() {
        GateRegistryBuilder builder = GateRegistry.builder(new InMemoryBucketStore());

        assertThatThrownBy(() -> builder.contours(List.of(named("datacite"), named("datacite"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("datacite");
    }

    @Test
    void keys_have_buckets_of_their_own() {
        try (TestGate gate = TestGate.of(contour("1/s", 1))) {
            assertThat(gate.limiter("one").tryAcquire(1)).isPresent();
            assertThat(gate.limiter("other").tryAcquire(1)).isPresent();
            assertThat(gate.limiter("one").tryAcquire(1)).isEmpty();
        }
    }

    record Answer(int status, @Nullable Duration retryAfter) {}

    private static Answer send(int status) {
        return new Answer(status, Duration.ofSeconds(30));
    }

    /** As in the Javadoc of {@link GateRegistry} and {@link Limiter}, on the real clock. */
    @Test
    void the_example_of_the_documentation_works() throws InterruptedException {
        BucketStore store = new InMemoryBucketStore();
        Contour datacite =
                Contour.named("datacite").quota(Quota.parse("3000/5m")).build();
        try (GateRegistry registry =
                GateRegistry.builder(store).contours(List.of(datacite)).build()) {
            Limiter limiter = registry.limiter("datacite");
            for (int status : new int[] {201, 429}) {
                try (Permit permit = limiter.acquire()) {
                    Answer answer = send(status);
                    if (answer.status() == 429) {
                        permit.refused(new Refusal(Refusal.Scope.KEY, answer.retryAfter(), "429 at Client.send"));
                    } else {
                        permit.succeeded();
                    }
                    assertThat(permit.contour()).isEqualTo("datacite");
                    assertThat(permit.waited()).isLessThan(Duration.ofSeconds(10));
                    assertThat(permit)
                            .hasToString("Permit[contour=datacite, permits=1, waited=" + permit.waited() + "]");
                }
            }
            assertThat(limiter.tryAcquire(1)).isEmpty();
        }
        // The store stays the caller's.
        try (GateRegistry next =
                GateRegistry.builder(store).contours(List.of(datacite)).build()) {
            assertThat(next.limiter("datacite").tryAcquire(1)).isEmpty();
        }
        store.close();
    }
}
