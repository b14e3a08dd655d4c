package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.contour.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** "The gate", 1: by priority, then arrival; and 2: how long an urgent caller waits behind a batch. */
class QueueOrderTests {

    @Test
    void the_schedule_is_that_of_the_bucket() {
        try (TestGate gate = TestGate.of(contour("2/s", 3))) {
            List<Caller> callers = gate.call(8, PermitRequest.one());
            gate.after(10_000);

            assertThat(callers)
                    .extracting(Caller::servedAt)
                    .containsExactly(0L, 0L, 0L, 500L, 1000L, 1500L, 2000L, 2500L);
        }
    }

    @Test
    void callers_of_one_priority_are_served_in_the_order_of_their_arrival() {
        try (TestGate gate = TestGate.of(contour("10/s", 1))) {
            List<Caller> callers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                callers.add(gate.call());
                gate.after(i % 7);
            }
            gate.after(10_000);

            assertThat(callers).extracting(Caller::servedAt).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void urgent_comes_before_normal_and_normal_before_batch_whatever_has_been_booked() {
        try (TestGate gate = TestGate.of(contour("10/s", 1))) {
            Caller first = gate.call();
            Caller batch = gate.call(patient(Priority.BATCH));
            Caller normal = gate.call(patient(Priority.NORMAL));
            gate.after(50);
            Caller urgent = gate.call(patient(Priority.URGENT));
            Caller urgentToo = gate.call(patient(Priority.URGENT));
            gate.after(1000);

            assertThat(List.of(first, urgent, urgentToo, normal, batch))
                    .extracting(Caller::servedAt)
                    .containsExactly(0L, 100L, 200L, 300L, 400L);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1/s, 1, 1",
        "4/s, 4, 1",
        "10/s, 10, 1",
        "100/s, 100, 1",
        "1000/s, 1, 1",
        "1000/s, 1000, 1",
        "100/s, 100, 20"
    })
    void an_urgent_caller_behind_10_000_of_a_batch_waits_no_longer_than_the_horizon_and_one_slot(
            String rate, int capacity, int cost) {
        try (TestGate gate = TestGate.of(contour(rate, capacity).maxWaiting(20_000))) {
            gate.call(10_000, patient(cost).withPriority(Priority.BATCH));
            for (int pause : new int[] {0, 1, 13, 117, 249, 1000}) {
                gate.after(pause);
                long came = gate.time.passed().toMillis();
                Caller urgent = gate.call(patient(cost).withPriority(Priority.URGENT));
                long slot = (long) (1000 * cost / Rate.parse(rate).perSecond());
                gate.after(250 + slot);

                assertThat(urgent.servedAt() - came).isLessThanOrEqualTo(250 + slot);
            }
        }
    }

    @Test
    void a_small_urgent_caller_behind_large_ones_of_a_batch_waits_for_the_slot_that_is_booked_and_its_own() {
        try (TestGate gate = TestGate.of(contour("10/s", 100))) {
            gate.call(100, patient(100).withPriority(Priority.BATCH));
            gate.after(3_000);
            Caller urgent = gate.call(patient(Priority.URGENT));
            gate.after(10_000);

            assertThat(urgent.servedAt()).isEqualTo(10_100);
        }
    }

    @Test
    void p70_newcomers_do_not_overtake_those_who_wait() {
        try (TestGate gate = TestGate.of(contour("10/s", 1))) {
            List<Caller> callers = new ArrayList<>();
            PermitRequest request = PermitRequest.one().withMaxWait(Duration.ofSeconds(20));
            for (int i = 0; i < 30 * 12; i++) {
                callers.add(gate.call(request));
                gate.after(1000 / 12);
            }
            gate.after(20_000);

            assertThat(callers)
                    .allSatisfy(caller -> assertThat(caller.isServed()).isTrue());
            assertThat(callers).extracting(Caller::servedAt).isSorted();
        }
    }
}
