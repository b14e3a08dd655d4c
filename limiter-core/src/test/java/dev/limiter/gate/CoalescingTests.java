package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.PermitRequest;
import dev.limiter.PermitTimeoutException;
import dev.limiter.Priority;
import dev.limiter.StoreUnavailableException;
import dev.limiter.WaitReason;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** "The gate", 5: while a store call is in flight, callers collect and go out in the next one. */
class CoalescingTests {

    private static TestGate gateWithSlowStore() {
        TestGate gate = TestGate.of(contour("100/s", 200));
        gate.store.holdReplies();
        return gate;
    }

    @Test
    void callers_that_come_during_a_call_go_out_in_the_next_one() {
        try (TestGate gate = gateWithSlowStore()) {
            List<Caller> callers = gate.call(50, PermitRequest.one());
            assertThat(gate.store.calls()).isEqualTo(1);
            gate.store.release();

            assertThat(callers.get(0).isServed()).isTrue();
            assertThat(gate.store.calls()).isEqualTo(2);
            assertThat(gate.store.asks().get(1).costs()).hasSize(49);
            gate.store.release();
            assertThat(callers).allMatch(Caller::isServed);
            assertThat(gate.store.calls()).isEqualTo(2);
        }
    }

    @Test
    void a_store_that_takes_longer_than_a_slot_is_good_for_serves_all_the_same() {
        try (TestGate gate = gateWithSlowStore()) {
            List<Caller> callers = gate.call(3, PermitRequest.one());
            for (int i = 0; i < 2; i++) {
                gate.after(200);
                gate.store.release();
            }
            assertThat(callers).allMatch(Caller::isServed);
            assertThat(gate.store.calls()).isEqualTo(2);
        }
    }

    @Test
    void a_reply_that_is_late_once_brings_slots_that_are_out_of_date() {
        try (TestGate gate = gateWithSlowStore()) {
            gate.call();
            gate.store.release();
            List<Caller> callers = gate.call(60, PermitRequest.one());
            gate.store.release();
            gate.time.stop(Duration.ofSeconds(5));
            gate.store.release();

            // What was booked five seconds ago goes back before anything is booked anew: no burst of both.
            assertThat(callers).filteredOn(Caller::isServed).hasSize(1);
            assertThat(gate.store.givenBack()).hasSize(59);
            gate.store.release();
            assertThat(callers).allMatch(Caller::isServed);
        }
    }

    @Test
    void the_next_call_names_the_most_urgent_first() {
        try (TestGate gate = gateWithSlowStore()) {
            gate.call();
            gate.call(patient(3).withPriority(Priority.BATCH));
            gate.call(patient(2));
            gate.call(patient(1).withPriority(Priority.URGENT));
            gate.store.release();

            assertThat(gate.store.asks().get(1).costs()).containsExactly(1, 2, 3);
        }
    }

    @Test
    void a_reply_that_is_lost_is_nobodys_denial_a_new_call_books_for_those_who_wait() {
        try (TestGate gate = gateWithSlowStore()) {
            List<Caller> callers = gate.call(3, PermitRequest.one());
            gate.store.fail(new IllegalStateException("connection reset"));
            gate.store.releaseAll();

            assertThat(callers).allMatch(Caller::isServed);
        }
    }

    @Test
    void two_failing_replies_in_a_row_fail_those_who_wait_and_no_one_else() {
        try (TestGate gate = gateWithSlowStore()) {
            List<Caller> callers = gate.call(3, PermitRequest.one());
            IllegalStateException cause = new IllegalStateException("connection reset");
            gate.store.fail(new IllegalStateException("no answer"));
            gate.store.fail(cause);

            assertThat(callers)
                    .allSatisfy(caller -> assertThat(caller.denial(StoreUnavailableException.class))
                            .hasCause(cause)
                            .hasMessageContaining("datacite"));
            gate.after(100);
            Caller next = gate.call();
            gate.store.release();
            assertThat(next.isServed()).isTrue();
        }
    }

    @Test
    void a_store_that_throws_fails_those_who_wait() {
        try (TestGate gate = TestGate.of(contour("100/s", 200))) {
            gate.store.throwAlways(new IllegalStateException("not connected"));
            Caller caller = gate.call();
            assertThat(caller.denial(StoreUnavailableException.class)).hasCauseInstanceOf(IllegalStateException.class);
            gate.store.throwAlways(null);
            gate.after(100);

            assertThat(gate.call().isServed()).isTrue();
        }
    }

    @Test
    void a_waiter_that_gives_up_during_the_call_leaves_its_slot_to_the_next_one() {
        try (TestGate gate = gateWithSlowStore()) {
            Caller gone = gate.call();
            Caller next = gate.call();
            gone.giveUp();
            gate.store.release();

            assertThat(next.isServed()).isTrue();
            // It was in no call of its own, and is in the one that went out meanwhile: that slot goes back.
            gate.store.releaseAll();
            assertThat(gate.store.booked().size() - gate.store.givenBack().size())
                    .isEqualTo(1);
        }
    }

    @Test
    void when_all_give_up_during_the_call_its_slots_go_back() {
        try (TestGate gate = gateWithSlowStore()) {
            gate.call();
            List<Caller> callers = gate.call(5, PermitRequest.one());
            gate.store.release();
            callers.forEach(Caller::giveUp);
            gate.store.release();

            assertThat(gate.store.givenBack()).hasSize(5);
        }
    }

    @Test
    void who_is_in_a_call_when_its_time_ends_gets_what_the_reply_has_for_it() {
        try (TestGate gate = gateWithSlowStore()) {
            Caller caller = gate.call(PermitRequest.one().withMaxWait(Duration.ofMillis(5)));
            gate.after(8);
            assertThat(caller.isWaiting()).isTrue();
            gate.store.release();

            assertThat(caller.servedAt()).isEqualTo(8);
        }
    }

    @Test
    void who_is_in_no_call_when_its_time_ends_has_waited_for_the_store() {
        try (TestGate gate = gateWithSlowStore()) {
            gate.call();
            Caller caller = gate.call(PermitRequest.one().withMaxWait(Duration.ofMillis(5)));
            gate.after(8);

            assertThat(caller.deniedAt()).isEqualTo(5);
            assertThat(caller.denial(PermitTimeoutException.class).waitedFor()).isEqualTo(WaitReason.STORE);
        }
    }

    @Test
    void now_or_never_waits_for_the_call_in_flight_and_its_own() {
        try (TestGate gate = gateWithSlowStore()) {
            gate.call();
            Caller now = gate.call(PermitRequest.one().withMaxWait(Duration.ZERO));
            gate.after(3);
            gate.store.release();
            gate.after(3);
            assertThat(now.isWaiting()).isTrue();
            gate.store.release();

            assertThat(now.servedAt()).isEqualTo(6);
        }
    }

    @Test
    void now_or_never_does_not_wait_for_a_call_that_it_will_not_be_in() {
        try (TestGate gate = TestGate.of(contour("1/s", 1))) {
            gate.store.holdReplies();
            gate.call(2, patient(Priority.NORMAL));
            Caller now = gate.call(PermitRequest.one().withMaxWait(Duration.ZERO));
            gate.store.release();
            gate.store.release();

            // The second call has booked a slot a second from now, so there is no third one.
            assertThat(now.deniedAt()).isZero();
        }
    }

    @Test
    void now_or_never_is_over_when_a_pause_is_learned() {
        try (TestGate gate = gateWithSlowStore()) {
            gate.call();
            Caller now = gate.call(PermitRequest.one().withMaxWait(Duration.ZERO));
            gate.limiter().pause(Duration.ofSeconds(9), "by hand").join();

            assertThat(now.denial(PermitTimeoutException.class).retryAfter()).contains(Duration.ofSeconds(9));
        }
    }
}
