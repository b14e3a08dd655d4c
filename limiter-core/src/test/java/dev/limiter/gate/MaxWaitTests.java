package dev.limiter.gate;

import static dev.limiter.gate.TestGate.FOR_EVER;
import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.CostAboveCapacityException;
import dev.limiter.PermitRequest;
import dev.limiter.PermitTimeoutException;
import dev.limiter.Priority;
import dev.limiter.WaitReason;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** "The gate", 4: who is certain to be late fails at once, the rest at max-wait. */
class MaxWaitTests {

    private static PermitRequest within(Duration maxWait) {
        return PermitRequest.one().withMaxWait(maxWait);
    }

    @Test
    void p66_a_wait_that_cannot_succeed_is_refused_at_once_with_the_earliest_time() {
        try (TestGate gate = TestGate.of(contour("1/10s", 1))) {
            gate.call();
            gate.after(2500);
            Caller late = gate.call(within(Duration.ofSeconds(2)));

            PermitTimeoutException denial = late.denial(PermitTimeoutException.class);
            assertThat(late.deniedAt()).isEqualTo(2500);
            assertThat(denial.retryAfter()).contains(Duration.ofMillis(7500));
            assertThat(denial.maxWait()).isEqualTo(Duration.ofSeconds(2));
            assertThat(denial.waitedFor()).isEqualTo(WaitReason.RATE);
        }
    }

    @Test
    void p66_the_estimate_is_exact_refused_just_before_and_granted_at_it() {
        try (TestGate gate = TestGate.of(contour("1/10s", 1))) {
            gate.call(3, patient(Priority.NORMAL));

            Caller justLate = gate.call(within(Duration.ofMillis(29_999)));
            Caller inTime = gate.call(within(Duration.ofSeconds(30)));
            assertThat(justLate.denial(PermitTimeoutException.class).retryAfter())
                    .contains(Duration.ofSeconds(30));
            gate.after(30_000);
            assertThat(inTime.servedAt()).isEqualTo(30_000);
        }
    }

    @Test
    void p66_an_urgent_caller_has_nobody_ahead_of_it_but_the_slots_that_are_held() {
        try (TestGate gate = TestGate.of(contour("1/10s", 1))) {
            gate.call(5, patient(Priority.BATCH));

            Caller late = gate.call(within(Duration.ofSeconds(9)).withPriority(Priority.URGENT));
            assertThat(late.denial(PermitTimeoutException.class).retryAfter()).contains(Duration.ofSeconds(10));
            Caller urgent = gate.call(within(Duration.ofSeconds(10)).withPriority(Priority.URGENT));
            gate.after(10_000);
            assertThat(urgent.servedAt()).isEqualTo(10_000);
        }
    }

    @Test
    void p67_two_are_served_and_three_fail_by_their_max_wait() {
        try (TestGate gate = TestGate.of(contour("1/5s", 1))) {
            List<Caller> callers = gate.call(5, within(Duration.ofSeconds(7)));
            gate.after(10_000);

            assertThat(callers).extracting(Caller::isServed).containsExactly(true, true, false, false, false);
            assertThat(callers.subList(2, 5)).allMatch(caller -> caller.deniedAt() <= 7000);
        }
    }

    @Test
    void p67_who_is_overtaken_fails_as_soon_as_that_is_certain() {
        try (TestGate gate = TestGate.of(contour("1/5s", 1))) {
            gate.call();
            Caller overtaken = gate.call(within(Duration.ofSeconds(7)));
            Caller urgent = gate.call(within(Duration.ofSeconds(5)).withPriority(Priority.URGENT));
            gate.after(20_000);

            assertThat(urgent.servedAt()).isEqualTo(5000);
            assertThat(overtaken.deniedAt()).isEqualTo(5000);
            assertThat(overtaken.denial(PermitTimeoutException.class).retryAfter())
                    .contains(Duration.ofSeconds(5));
        }
    }

    @Test
    void p67_where_nothing_is_certain_the_wait_ends_at_max_wait() {
        try (TestGate gate = TestGate.of(contour("1/s", 10).concurrency(1))) {
            gate.call();
            Caller waits = gate.call(within(Duration.ofSeconds(7)));
            gate.after(20_000);

            assertThat(waits.deniedAt()).isEqualTo(7000);
            PermitTimeoutException denial = waits.denial(PermitTimeoutException.class);
            assertThat(denial.retryAfter()).isEmpty();
            assertThat(denial.waitedFor()).isEqualTo(WaitReason.CONCURRENCY);
            assertThat(denial.getMessage()).contains("datacite").contains("PT7S");
        }
    }

    @Test
    void a_slot_at_the_very_end_of_the_wait_is_not_lost() {
        try (TestGate gate = TestGate.of(contour("1/5s", 1))) {
            gate.call();
            Caller inTime = gate.call(within(Duration.ofSeconds(5)));
            gate.after(5000);

            assertThat(inTime.servedAt()).isEqualTo(5000);
        }
    }

    @Test
    void a_slot_at_the_very_end_of_the_wait_is_not_lost_when_another_alarm_was_set_for_it() {
        try (TestGate gate = TestGate.of(contour("1/5s", 1))) {
            gate.call();
            Caller leaves = gate.call(patient(Priority.NORMAL));
            Caller inTime = gate.call(within(Duration.ofSeconds(10)));
            leaves.giveUp();
            Caller urgent = gate.call(within(Duration.ofSeconds(5)).withPriority(Priority.URGENT));
            gate.after(10_000);

            assertThat(urgent.servedAt()).isEqualTo(5000);
            assertThat(inTime.servedAt()).isEqualTo(10_000);
        }
    }

    @Test
    void the_contours_own_max_wait_applies_where_the_request_has_none() {
        try (TestGate gate = TestGate.of(contour("1/5s", 1).maxWait(Duration.ofSeconds(3)))) {
            gate.call();

            assertThat(gate.call().denial(PermitTimeoutException.class).maxWait())
                    .isEqualTo(Duration.ofSeconds(3));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {366L * 24 * 3600 * 99, 366L * 24 * 3600 * 100, 292_277_024_627L, Long.MAX_VALUE})
    void durations_up_to_for_ever_never_overflow(long seconds) {
        try (TestGate gate = TestGate.of(contour("1/s", 1))) {
            gate.call();
            Caller waits = gate.call(within(Duration.ofSeconds(seconds, 999_999_999)));
            assertThat(waits.isWaiting()).isTrue();
            gate.after(1000);

            assertThat(waits.servedAt()).isEqualTo(1000);
        }
    }

    @Test
    void who_waits_for_ever_sets_no_alarm() {
        try (TestGate gate = TestGate.of(contour("1/s", 1))) {
            gate.call(1000, within(FOR_EVER));

            // The only one is for the slot.
            assertThat(gate.time.pending()).isEqualTo(1);
        }
    }

    @Test
    void an_estimate_of_thousands_of_years_is_still_one() {
        try (TestGate gate = TestGate.of(contour("1/366d", 1).maxWaiting(20_000))) {
            gate.call(10_000, patient(Priority.NORMAL));
            Caller late = gate.call(within(Duration.ofSeconds(1)));

            assertThat(late.denial(PermitTimeoutException.class).retryAfter()).contains(Duration.ofDays(366 * 10_000L));
        }
    }

    @Test
    void a_cost_above_the_capacity_is_refused_at_once() {
        try (TestGate gate = TestGate.of(contour("1/s", 3))) {
            CostAboveCapacityException denial = gate.call(PermitRequest.of(4)).denial(CostAboveCapacityException.class);

            assertThat(denial.permits()).isEqualTo(4);
            assertThat(denial.capacity()).isEqualTo(3);
            assertThat(gate.store.calls()).isZero();
        }
    }

    @Test
    void one_alarm_does_for_all_who_wait_and_is_cancelled_when_the_last_one_goes() {
        try (TestGate gate = TestGate.of(contour("1/s", 1))) {
            List<Caller> callers = gate.call(20, within(Duration.ofSeconds(30)));
            // The other one is for the slot.
            assertThat(gate.time.pending()).isEqualTo(2);
            gate.after(3000);
            assertThat(gate.time.pending()).isEqualTo(2);
            callers.subList(4, 20).forEach(Caller::giveUp);

            assertThat(gate.time.pending()).isZero();
        }
    }
}
