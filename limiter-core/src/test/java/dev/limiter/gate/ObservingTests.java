package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.contour.Contour;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.IdempotencyKeys;
import dev.limiter.contour.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A contour whose limits are only measured: what would have been is told, and nobody is held. */
class ObservingTests {

    private static ContourBuilder observed(String rate, long capacity) {
        return contour(rate, capacity).mode(Mode.OBSERVE);
    }

    @Test
    void everybody_has_a_permit_at_once_and_listeners_are_told_of_the_waits_that_would_have_been() {
        try (TestGate gate = TestGate.of(observed("1/s", 1))) {
            List<Caller> callers = gate.call(3, PermitRequest.one());
            assertThat(callers).extracting(Caller::servedAt).containsOnly(0L);
            assertThat(callers.get(2).permit().waited()).isZero();
            gate.after(5000);

            assertThat(gate.listener.events("wouldHaveWaited"))
                    .containsExactly(
                            "wouldHaveWaited datacite 0ms STORE",
                            "wouldHaveWaited datacite 1000ms RATE",
                            "wouldHaveWaited datacite 2000ms RATE");
            assertThat(gate.listener.events("granted")).hasSize(3).containsOnly("granted datacite after 0ms STORE");
        }
    }

    @Test
    void who_would_have_been_denied_is_told_and_has_a_permit_all_the_same() {
        try (TestGate gate = TestGate.of(observed("1/s", 1).maxWait(Duration.ofMillis(500)))) {
            gate.call();
            assertThat(gate.call().isServed()).isTrue();
            assertThat(gate.limiter().tryAcquire(1)).isPresent();
            assertThat(gate.limiter().tryAcquire(2)).isPresent();

            assertThat(gate.listener.events("wouldHaveBeenDenied"))
                    .containsExactly(
                            "wouldHaveBeenDenied datacite after 0ms PermitTimeoutException",
                            "wouldHaveBeenDenied datacite after 0ms PermitTimeoutException",
                            "wouldHaveBeenDenied datacite after 0ms CostAboveCapacityException");
            assertThat(gate.listener.events("denied")).isEmpty();
        }
    }

    @Test
    void a_full_queue_and_too_many_keys_deny_nobody() {
        try (TestGate gate = TestGate.of(observed("1/s", 1).maxWaiting(1).maxKeys(1))) {
            for (String key : List.of("a", "a", "a", "b")) {
                assertThat(gate.call(key).isServed()).isTrue();
            }
            gate.call("b").permit().refused(new Refusal(Scope.KEY, Duration.ofSeconds(1), "429"));

            assertThat(gate.listener.events("wouldHaveBeenDenied"))
                    .containsExactly(
                            "wouldHaveBeenDenied datacite after 0ms QueueFullException",
                            "wouldHaveBeenDenied datacite after 0ms TooManyKeysException",
                            "wouldHaveBeenDenied datacite after 0ms TooManyKeysException");
        }
    }

    @Test
    void a_refusal_pauses_what_is_measured_and_nobody_else() {
        try (TestGate gate = TestGate.of(observed("100/s", 10));
                LogLines log = new LogLines(PauseDesk.class)) {
            Permit permit = gate.call().permit();
            permit.refused(new Refusal(Scope.KEY, Duration.ofSeconds(20), "429"));
            assertThat(permit.isVoid()).isFalse();
            assertThat(gate.call().isServed()).isTrue();
            gate.after(30_000);

            assertThat(log.lines()).containsExactly("INFO Contour 'datacite' would be paused for PT20S: 429");
            assertThat(gate.listener.events("wouldHaveWaited"))
                    .hasSize(2)
                    .anyMatch(event -> event.matches("wouldHaveWaited datacite 200\\d\\dms PAUSE"));
        }
    }

    @Test
    void a_success_ends_the_row_of_pauses_as_always() {
        try (TestGate gate = TestGate.of(observed("100/s", 10))) {
            for (int i = 0; i < 2; i++) {
                gate.call().permit().refused(new Refusal(Scope.KEY, null, "429"));
                gate.after(20_000);
                gate.call().permit().succeeded();
            }
            assertThat(gate.listener.events("paused"))
                    .containsExactly("paused datacite for 5000ms: 429", "paused datacite for 5000ms: 429");
        }
    }

    @Test
    void the_bucket_is_charged_and_a_request_that_is_not_sent_gives_back() {
        try (TestGate gate = TestGate.of(observed("1/h", 10))) {
            List<Permit> permits = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                permits.add(gate.call().permit());
            }
            assertThat(gate.registry.load("datacite").permitsLeft()).hasValue(6);
            assertThat(gate.registry.load("datacite").inFlight()).isEqualTo(4);
            permits.get(3).giveBack();
            permits.subList(0, 3).forEach(Permit::close);
            gate.call();

            assertThat(gate.registry.load("datacite").permitsLeft()).hasValue(6);
            assertThat(gate.registry.load("datacite").inFlight()).isEqualTo(1);
        }
    }

    @Test
    void the_place_of_a_request_that_was_over_before_its_turn_is_free_at_once() {
        try (TestGate gate = TestGate.of(observed("1/s", 1).concurrency(1))) {
            List<Caller> callers = gate.call(3, PermitRequest.one());
            callers.forEach(caller -> caller.permit().close());
            gate.after(10_000);

            assertThat(gate.listener.events("wouldHaveWaited")).hasSize(3);
            assertThat(gate.registry.load("datacite").inFlight()).isZero();
        }
    }

    @Test
    void a_request_that_is_not_sent_leaves_the_queue() {
        try (TestGate gate = TestGate.of(observed("1/s", 1))) {
            List<Caller> callers = gate.call(3, PermitRequest.one());
            callers.get(1).permit().giveBack();
            gate.after(10_000);

            assertThat(gate.listener.events("wouldHaveWaited"))
                    .containsExactly("wouldHaveWaited datacite 0ms STORE", "wouldHaveWaited datacite 1000ms RATE");
            assertThat(gate.listener.events("abandoned")).isEmpty();
        }
    }

    @Test
    void a_store_that_is_away_denies_nobody_and_is_a_warning() {
        try (TestGate gate = TestGate.of(observed("1/s", 1));
                LogLines log = new LogLines(StoreNews.class)) {
            gate.store.away(Away.REASON);
            assertThat(gate.call().isServed()).isTrue();

            assertThat(gate.listener.events("wouldHaveBeenDenied"))
                    .containsExactly("wouldHaveBeenDenied datacite after 0ms StoreUnavailableException");
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .startsWith("WARN ")
                    .endsWith("it is only observed, and nobody waits");
        }
    }

    @Test
    void the_end_of_the_application_is_no_denial() {
        TestGate gate = TestGate.of(observed("1/s", 1));
        gate.call(3, PermitRequest.one());
        gate.close();

        assertThat(gate.call().isServed()).isTrue();
        assertThat(gate.listener.events("wouldHaveBeenDenied")).isEmpty();
    }

    @Test
    void a_pause_by_hand_is_measured_and_holds_nobody() {
        try (TestGate gate = TestGate.of(observed("1/s", 5))) {
            gate.registry
                    .pause("datacite", Duration.ofSeconds(10), "maintenance")
                    .join();
            assertThat(gate.call().isServed()).isTrue();
            gate.limiter().resume().join();
            gate.after(2000);

            assertThat(gate.listener.events("wouldHaveWaited")).hasSize(1);
        }
    }

    /** What is sent must not change. */
    @Test
    void such_a_contour_repeats_nothing_and_makes_no_idempotency_keys() {
        Contour contour = observed("1/s", 1)
                .idempotencyKeys(new IdempotencyKeys("X-Key", true))
                .build();

        assertThat(contour.retry().maxAttempts()).isEqualTo(1);
        assertThat(contour.idempotencyKeys()).isEqualTo(new IdempotencyKeys("X-Key", false));
        assertThat(contour("1/s", 1).build().isObserved()).isFalse();
    }
}
