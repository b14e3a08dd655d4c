package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.bucket.Slot;
import dev.limiter.test.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** "The gate", 2 and 5: how far ahead slots are booked, and what that costs. */
class LateBookingTests {

    @ParameterizedTest
    @CsvSource({"100/s, 250, 12", "100/s, 1000, 50", "40/s, 250, 5", "1000/s, 250, 125", "4/s, 250, 1", "1/m, 250, 1"})
    void a_call_takes_at_most_half_of_what_the_horizon_holds(String rate, int horizon, int most) {
        try (TestGate gate = TestGate.of(contour(rate, 1).horizon(Duration.ofMillis(horizon)))) {
            gate.call(5000, patient(Priority.NORMAL));
            int booked = 0;
            for (int calls = gate.store.calls(); calls < 30; calls++) {
                booked = gate.store.booked().size();
                while (gate.store.calls() == calls) {
                    gate.time.advanceToNext();
                }
                assertThat(gate.store.booked().size() - booked).isEqualTo(most);
            }
        }
    }

    @Test
    void a_full_bucket_is_taken_by_halves_and_not_at_once() {
        try (TestGate gate = TestGate.of(contour("1/s", 64))) {
            gate.store.holdReplies();
            gate.call(1000, patient(Priority.BATCH));
            assertThat(gate.store.booked()).hasSize(1);
            gate.store.release();

            // Of the 63 that are left, and a quarter of one that comes within the horizon.
            assertThat(gate.store.booked()).hasSize(1 + 31);
        }
    }

    @Test
    void where_the_horizon_holds_nothing_one_permit_is_booked_however_far_it_lies() {
        try (TestGate gate = TestGate.of(contour("1/h", 1))) {
            List<Caller> callers = gate.call(3, patient(Priority.NORMAL));

            assertThat(gate.store.booked()).hasSize(2);
            gate.after(Duration.ofHours(1).toMillis() - 1);
            assertThat(callers.get(1).isWaiting()).isTrue();
            gate.after(1);
            assertThat(callers.get(1).servedAt()).isEqualTo(3_600_000);
            assertThat(gate.store.booked()).hasSize(3);
        }
    }

    @Test
    void that_one_permit_has_the_first_waiters_cost() {
        try (TestGate gate = TestGate.of(contour("1/s", 10))) {
            gate.call(patient(10));
            gate.call(patient(3).withPriority(Priority.BATCH));
            gate.call(patient(7).withPriority(Priority.URGENT));

            assertThat(gate.store.booked()).extracting(Slot::cost).containsExactly(10, 3);
            gate.after(3000);
            assertThat(gate.store.booked()).extracting(Slot::cost).containsExactly(10, 3, 7);
        }
    }

    @Test
    void the_store_is_asked_again_only_when_the_slots_are_used() {
        try (TestGate gate = TestGate.of(contour("100/s", 1))) {
            gate.call(100, patient(Priority.NORMAL));
            int calls = gate.store.calls();
            int booked = gate.store.booked().size();
            gate.after(10L * (booked - 1) - 1);
            gate.call(patient(Priority.URGENT));

            assertThat(gate.store.calls()).isEqualTo(calls);
            gate.after(1);
            assertThat(gate.store.calls()).isEqualTo(calls + 1);
        }
    }

    @Test
    void an_idle_contour_costs_one_call_a_permit() {
        try (TestGate gate = TestGate.of(contour("100/s", 10))) {
            for (int i = 0; i < 50; i++) {
                gate.call(PermitRequest.one()).permit().close();
                gate.after(100);
            }

            assertThat(gate.store.calls()).isEqualTo(50);
            assertThat(gate.store.givenBack()).isEmpty();
        }
    }

    @Test
    void a_busy_contour_of_100_per_second_costs_at_most_a_tenth_of_a_call_a_permit() {
        try (TestGate gate = TestGate.of(contour("100/s", 1))) {
            int served = 0;
            List<Caller> waiting = new ArrayList<>(gate.call(100, patient(Priority.NORMAL)));
            while (gate.time.passed().toSeconds() < 30) {
                gate.after(10);
                long done = waiting.stream().filter(Caller::isServed).count();
                waiting.removeIf(Caller::isServed);
                waiting.addAll(gate.call((int) done, patient(Priority.NORMAL)));
                served += (int) done;
            }

            assertThat(served).isBetween(2970, 3001);
            assertThat((double) gate.store.calls() / served).isLessThanOrEqualTo(0.1);
        }
    }

    @Test
    void a_process_shares_a_bucket_with_others_that_are_as_hungry() {
        VirtualClock time = new VirtualClock();
        RecordingStore store = new RecordingStore(time);
        List<List<Caller>> processes = new ArrayList<>();
        List<GateRegistry> registries = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            GateRegistry registry = time.registry(store)
                    .contours(List.of(contour("100/s", 1).build()))
                    .build();
            registries.add(registry);
            processes.add(new ArrayList<>());
        }
        for (int i = 0; i < 4000; i++) {
            int process = i % 4;
            processes
                    .get(process)
                    .add(new Caller(time, registries.get(process).limiter("datacite"), patient(Priority.NORMAL)));
        }
        time.advance(Duration.ofSeconds(20));

        List<Long> shares = processes.stream()
                .map(callers -> callers.stream().filter(Caller::isServed).count())
                .toList();
        assertThat(shares.stream().mapToLong(Long::longValue).sum()).isBetween(1980L, 2001L);
        assertThat(shares).allMatch(share -> share >= 450);
        registries.forEach(GateRegistry::close);
    }
}
