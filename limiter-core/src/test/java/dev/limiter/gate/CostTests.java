package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Permit;
import dev.limiter.Priority;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Requests of different costs in one queue, and several limits on one contour. */
class CostTests {

    @Test
    void requests_of_different_costs_are_served_in_order() {
        try (TestGate gate = TestGate.of(contour("10/s", 10))) {
            List<Caller> callers = new ArrayList<>();
            for (int cost : new int[] {10, 1, 5, 2, 10, 1}) {
                callers.add(gate.call(patient(cost)));
            }
            gate.after(10_000);

            assertThat(callers).extracting(Caller::servedAt).containsExactly(0L, 100L, 600L, 800L, 1800L, 1900L);
        }
    }

    @Test
    void a_slot_goes_to_one_of_its_cost_and_else_to_the_first_that_it_is_large_enough_for() {
        try (TestGate gate = TestGate.of(contour("10/s", 10))) {
            gate.call(patient(10));
            Caller large = gate.call(patient(5));
            Caller small = gate.call(patient(1));
            Caller tooLarge = gate.call(patient(8));
            gate.after(100);
            large.giveUp();
            gate.after(5000);

            assertThat(small.servedAt()).isEqualTo(500);
            assertThat(tooLarge.servedAt()).isEqualTo(1300);
        }
    }

    @RepeatedTest(20)
    void random_costs_priorities_cancellations_and_returns_never_break_the_envelope_and_starve_nobody(
            RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        try (TestGate gate = TestGate.of(contour("50/s", 20).maxWaiting(2000))) {
            List<Caller> callers = new ArrayList<>();
            List<long[]> sent = new ArrayList<>();
            for (int i = 0; i < 600; i++) {
                Priority priority = Priority.values()[random.nextInt(3)];
                int cost = 1 + random.nextInt(random.nextInt(10) == 0 ? 20 : 3);
                Caller caller = gate.call(patient(cost).withPriority(priority));
                caller.whenServed(permit -> sent.add(new long[] {gate.time.micros(), cost}));
                callers.add(caller);
                if (random.nextInt(3) == 0) {
                    callers.get(random.nextInt(callers.size())).future().cancel(false);
                }
                gate.after(random.nextInt(30));
            }
            gate.after(60_000);

            assertThat(callers).noneMatch(Caller::isWaiting);
            assertEnvelope(sent, 20, 50);
        }
    }

    private static void assertEnvelope(List<long[]> sent, int capacity, double perSecond) {
        for (int from = 0; from < sent.size(); from++) {
            long permits = 0;
            for (int to = from; to < sent.size(); to++) {
                permits += sent.get(to)[1];
                double seconds = (sent.get(to)[0] - sent.get(from)[0]) / 1e6;
                assertThat((double) permits).isLessThanOrEqualTo(capacity + perSecond * seconds + 1e-3);
            }
        }
    }

    @Test
    void p76_one_permit_is_charged_to_each_limit_of_its_contour_and_waits_for_the_latest() {
        try (TestGate gate = TestGate.of(Contour.named("datacite")
                .limit(Rate.parse("10/s"), 2)
                .limit(Rate.parse("6/m"), 4)
                .arrivalJitter(Duration.ZERO))) {
            List<Caller> callers = gate.call(6, patient(1));
            gate.after(60_000);

            assertThat(callers).extracting(Caller::servedAt).containsExactly(0L, 0L, 100L, 200L, 10_000L, 20_000L);
        }
    }

    @Test
    void p76_what_is_given_back_returns_to_each_limit() {
        try (TestGate gate = TestGate.of(Contour.named("datacite")
                .limit(Rate.parse("10/s"), 2)
                .limit(Rate.parse("6/m"), 4)
                .arrivalJitter(Duration.ZERO))) {
            for (int i = 0; i < 100; i++) {
                Permit permit = gate.call(patient(1)).permit();
                permit.giveBack();
            }
            List<Caller> callers = gate.call(5, patient(1));
            gate.after(10_000);

            assertThat(callers).extracting(Caller::servedAt).containsExactly(0L, 0L, 100L, 200L, 10_000L);
        }
    }
}
