package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Priority;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.PausePolicy;
import dev.limiter.contour.PausePolicy.Resume;
import dev.limiter.contour.StoreFailurePolicy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** "Pause", 3: where pauses are not heard of, a slot older than 50 ms is confirmed in the store before use. */
class ConfirmingTests {

    private static final IllegalStateException LOST = new IllegalStateException("no answer");

    private static ContourBuilder refilling() {
        return contour("100/s", 1)
                .onStoreFailure(StoreFailurePolicy.QUEUE)
                .pause(new PausePolicy(Duration.ofSeconds(5), Duration.ofHours(24), Duration.ZERO, Resume.REFILL));
    }

    private static TestGate deafGate() {
        TestGate gate = TestGate.of(refilling());
        gate.store.deaf(true);
        return gate;
    }

    private static long confirmations(TestGate gate) {
        return gate.store.asks().stream().filter(ask -> ask.costs().length == 0).count();
    }

    private static long served(List<Caller> callers) {
        return callers.stream().filter(Caller::isServed).count();
    }

    @Test
    void nothing_is_confirmed_while_pauses_are_heard_of() {
        try (TestGate gate = TestGate.of(refilling())) {
            gate.call(200, patient(Priority.NORMAL));
            gate.after(3000);

            assertThat(confirmations(gate)).isZero();
        }
    }

    @Test
    void confirming_costs_no_permit_and_no_time() {
        try (TestGate gate = deafGate()) {
            List<Caller> callers = gate.call(200, patient(Priority.NORMAL));
            gate.after(3000);

            for (int i = 0; i < 200; i++) {
                assertThat(callers.get(i).servedAt()).isEqualTo(10L * i);
            }
            // Each reply is good for 50 ms, and every call is one.
            assertThat(confirmations(gate)).isBetween(20L, 40L);
        }
    }

    @Test
    void one_call_confirms_all_that_come_due_while_it_is_in_flight() {
        try (TestGate gate = deafGate()) {
            List<Caller> callers = gate.call(10, patient(Priority.NORMAL));
            gate.after(65);
            long before = served(callers);
            gate.store.holdReplies();
            gate.after(26);
            assertThat(served(callers)).isEqualTo(before);
            assertThat(confirmations(gate)).isEqualTo(1);
            gate.store.release();

            assertThat(served(callers)).isEqualTo(before + 3);
        }
    }

    @Test
    void a_pause_that_is_learned_by_it_stops_all() {
        try (TestGate gate = deafGate()) {
            List<Caller> callers = gate.call(20, patient(Priority.NORMAL));
            gate.after(15);
            Pauses.elsewhere(gate, Duration.ofSeconds(2));
            gate.after(60_000);

            List<Long> servedAt = callers.stream().map(Caller::servedAt).toList();
            assertThat(servedAt).noneMatch(at -> at > 15 + 50 && at < 2015);
            assertThat(servedAt).isSorted();
            assertThat(servedAt).endsWith(2135L);
        }
    }

    @Test
    void a_permit_that_is_given_back_late_is_confirmed_before_it_is_passed_on() {
        try (TestGate gate = TestGate.of(contour("1/h", 1).arrivalJitter(Duration.ofMillis(100)))) {
            gate.store.deaf(true);
            Caller first = gate.call();
            Caller next = gate.call(patient(1));
            gate.after(60);
            Pauses.elsewhere(gate, Duration.ofHours(5));
            first.permit().giveBack();

            assertThat(confirmations(gate)).isEqualTo(1);
            gate.after(Duration.ofHours(5).toMillis() - 1);
            assertThat(next.isWaiting()).isTrue();
        }
    }

    @Test
    void alarms_do_not_go_off_again_and_again_while_a_call_that_confirms_is_in_flight() {
        try (TestGate gate = deafGate()) {
            gate.call(10, patient(Priority.NORMAL));
            gate.after(65);
            gate.store.holdReplies();
            gate.after(5);
            assertThat(gate.store.held()).isEqualTo(1);

            assertThat(gate.time.pending()).isZero();
            assertThat(gate.time.advanceToNext()).isFalse();
        }
    }

    /** Every reply takes so long that no slot is younger than 50 ms when it comes. */
    @Test
    void a_store_that_is_slow_is_not_asked_in_a_loop_and_serves_at_the_rate() {
        try (TestGate gate = deafGate()) {
            gate.store.holdReplies();
            Queue<Long> due = new ArrayDeque<>();
            List<Caller> callers = gate.call(500, patient(Priority.NORMAL));
            for (long millis = 0; millis < 4000; millis++) {
                while (due.size() < gate.store.held()) {
                    due.add(millis + 80);
                }
                while (!due.isEmpty() && due.element() <= millis) {
                    due.remove();
                    gate.store.release();
                }
                gate.after(1);
            }

            assertThat(gate.store.calls()).isBetween(20, 4000 / 80 + 1);
            assertThat(served(callers)).isBetween(250L, 401L);
        }
    }

    @Test
    void a_confirmation_that_is_lost_is_asked_for_anew() {
        try (TestGate gate = deafGate()) {
            List<Caller> callers = gate.call(10, patient(Priority.NORMAL));
            gate.after(65);
            gate.store.holdReplies();
            gate.after(5);
            gate.store.fail(LOST);
            assertThat(confirmations(gate)).isEqualTo(2);
            gate.store.releaseAll();
            gate.after(1000);

            assertThat(callers).allMatch(Caller::isServed);
        }
    }

    @Test
    void slots_that_nobody_can_confirm_are_not_used() {
        try (TestGate gate = deafGate()) {
            List<Caller> callers = gate.call(10, patient(Priority.NORMAL));
            gate.after(65);
            long before = served(callers);
            gate.store.away(Away.REASON);
            gate.after(10_000);
            assertThat(served(callers)).isEqualTo(before);
            gate.store.back();
            gate.after(1000);

            assertThat(callers).allMatch(Caller::isServed);
            assertThat(callers.get((int) before).servedAt()).isEqualTo(10_065);
        }
    }

    @Test
    void once_pauses_are_heard_of_again_what_waits_for_a_confirmation_goes_on() {
        try (TestGate gate = deafGate()) {
            List<Caller> callers = gate.call(10, patient(Priority.NORMAL));
            gate.after(65);
            gate.store.holdReplies();
            gate.after(5);
            gate.store.deaf(false);
            gate.store.releaseAll();
            gate.after(1000);

            assertThat(callers).allMatch(Caller::isServed);
            assertThat(confirmations(gate)).isEqualTo(1);
        }
    }
}
