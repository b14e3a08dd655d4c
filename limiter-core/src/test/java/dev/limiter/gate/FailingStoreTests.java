package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static dev.limiter.gate.TestGate.reduced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.StoreUnavailableException;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.StoreFailurePolicy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replies that fail: one that is lost, a store that does not say that it is away, and every order with its return. */
class FailingStoreTests {

    private static final IllegalStateException BROKEN = new IllegalStateException("broken");

    private static ContourBuilder queueing() {
        return contour("10/s", 10).onStoreFailure(StoreFailurePolicy.QUEUE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_single_reply_that_is_lost_is_no_outage_and_is_booked_anew(boolean rejects) {
        try (TestGate gate = TestGate.of(rejects ? contour("10/s", 10) : queueing())) {
            gate.store.holdReplies();
            Caller caller = gate.call();
            gate.after(20);
            gate.store.fail(BROKEN);
            assertThat(gate.store.calls()).isEqualTo(2);
            gate.store.release();

            assertThat(caller.servedAt()).isEqualTo(20);
            // What may have been booked counts as spent.
            assertThat(gate.store.booked()).hasSize(2);
            assertThat(gate.store.givenBack()).isEmpty();
        }
    }

    @Test
    void lost_replies_that_are_none_in_a_row_deny_nobody() {
        try (TestGate gate = TestGate.of(contour("10/s", 10))) {
            for (int i = 0; i < 5; i++) {
                gate.store.holdReplies();
                Caller caller = gate.call();
                gate.store.fail(BROKEN);
                gate.store.releaseAll();
                assertThat(caller.isServed()).isTrue();
                gate.after(1000);
            }
        }
    }

    @Test
    void a_store_that_fails_and_says_that_it_is_there_is_asked_again_ten_times_a_second() {
        try (TestGate gate = TestGate.of(queueing())) {
            gate.store.throwAlways(BROKEN);
            List<Caller> callers = gate.call(100, patient(Priority.NORMAL));
            gate.after(10_000);

            // Twice at the start, as after any reply that was lost.
            assertThat(gate.store.failedCalls()).isBetween(100, 102);
            assertThat(gate.time.pending()).isEqualTo(1);
            gate.store.throwAlways(null);
            gate.after(100);
            assertThat(callers.get(0).isServed()).isTrue();
        }
    }

    @Test
    void while_nobody_waits_it_is_not_asked_at_all() {
        try (TestGate gate = TestGate.of(contour("10/s", 10))) {
            gate.store.throwAlways(BROKEN);
            gate.call().denial(StoreUnavailableException.class);
            gate.after(10_000);

            assertThat(gate.store.failedCalls()).isEqualTo(2);
            assertThat(gate.time.pending()).isZero();
        }
    }

    @Test
    void a_contour_that_is_reduced_keeps_its_schedule_though_the_store_is_asked_again_and_again() {
        try (TestGate gate = TestGate.of(contour("10/s", 10).onStoreFailure(reduced("2/s", 1)))) {
            gate.store.throwAlways(BROKEN);
            gate.store.deaf(true);
            List<Caller> callers = gate.call(8, patient(Priority.NORMAL));
            gate.after(4000);

            assertThat(callers)
                    .extracting(Caller::servedAt)
                    .containsExactly(500L, 1000L, 1500L, 2000L, 2500L, 3000L, 3500L, 4000L);
            assertThat(gate.store.failedCalls()).isBetween(35, 42);
        }
    }

    @Test
    void an_outage_that_is_found_by_a_call_in_flight_ends_with_the_return() {
        try (TestGate gate = TestGate.of(queueing())) {
            gate.store.holdReplies();
            List<Caller> callers = gate.call(3, patient(Priority.NORMAL));
            gate.store.away(Away.REASON);
            gate.store.fail(Away.REASON);
            gate.after(500);
            assertThat(callers).allMatch(Caller::isWaiting);
            gate.store.back();
            gate.store.releaseAll();

            assertThat(callers).extracting(Caller::servedAt).containsExactly(500L, 500L, 500L);
        }
    }

    /** The store has been away and is back before the reply that failed meanwhile is here. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_reply_that_fails_after_the_return_is_told_leaves_nobody_waiting(boolean rejects) {
        try (TestGate gate = TestGate.of(rejects ? contour("10/s", 10) : queueing())) {
            gate.store.holdReplies();
            List<Caller> callers = gate.call(3, patient(Priority.NORMAL));
            gate.store.away(Away.REASON);
            gate.store.back();
            gate.store.fail(Away.REASON);
            gate.store.releaseAll();

            assertThat(callers).extracting(Caller::servedAt).containsExactly(0L, 0L, 0L);
        }
    }

    @Test
    void a_reply_that_is_lost_right_after_the_return_is_no_outage() {
        try (TestGate gate = TestGate.of(contour("10/s", 10))) {
            gate.store.away(Away.REASON);
            gate.call().denial(StoreUnavailableException.class);
            gate.store.back();
            gate.store.holdReplies();
            Caller caller = gate.call();
            gate.store.fail(BROKEN);
            gate.store.release();

            assertThat(caller.isServed()).isTrue();
        }
    }

    @Test
    void a_reply_that_arrives_while_the_store_is_away_is_taken() {
        try (TestGate gate = TestGate.of(queueing())) {
            gate.store.holdReplies();
            Caller caller = gate.call();
            gate.store.away(Away.REASON);
            gate.store.release();

            assertThat(caller.isServed()).isTrue();
        }
    }

    @Test
    void whoever_has_had_its_time_when_the_call_fails_waits_no_longer() {
        try (TestGate gate = TestGate.of(queueing())) {
            gate.store.holdReplies();
            Caller inCall = gate.call(PermitRequest.one().withMaxWait(Duration.ofMillis(50)));
            Caller nowOrNever = gate.call(PermitRequest.one().withMaxWait(Duration.ZERO));
            gate.after(250);
            gate.store.away(Away.REASON);
            gate.store.fail(Away.REASON);

            assertThat(List.of(inCall, nowOrNever)).extracting(Caller::deniedAt).containsExactly(250L, 250L);
        }
    }

    @Test
    void a_return_that_is_told_twice_or_too_early_harms_nobody() {
        try (TestGate gate = TestGate.of(queueing())) {
            gate.store.back();
            gate.store.away(Away.REASON);
            Caller caller = gate.call(patient(1));
            gate.registry
                    .gate(new Gates.Id(gate.registry.contour("datacite"), ""))
                    .storeIsBack();
            assertThat(caller.isWaiting()).isTrue();
            assertThat(gate.store.failedCalls()).isEqualTo(2);
            gate.store.back();
            gate.store.back();

            assertThat(caller.isServed()).isTrue();
            assertThat(gate.store.calls()).isEqualTo(1);
        }
    }
}
