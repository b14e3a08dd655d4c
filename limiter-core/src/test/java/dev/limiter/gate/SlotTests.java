package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.bucket.Slot;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** "The gate", 3: slots and waiters are separate. */
class SlotTests {

    @Test
    void a_waiter_that_gives_up_leaves_its_slot_to_the_next_one() {
        try (TestGate gate = TestGate.of(contour("1/s", 1))) {
            List<Caller> callers = gate.call(4, patient(Priority.NORMAL));
            gate.after(500);
            callers.get(1).giveUp();
            gate.after(500);

            assertThat(callers.get(2).servedAt()).isEqualTo(1000);
            gate.after(1000);
            assertThat(callers.get(3).servedAt()).isEqualTo(2000);
        }
    }

    @Test
    void the_last_waiter_that_gives_up_gives_its_slot_back_to_the_bucket() {
        try (TestGate gate = TestGate.of(contour("1/s", 1))) {
            gate.call();
            gate.call(patient(Priority.NORMAL)).giveUp();

            assertThat(gate.store.givenBack()).hasSize(1);
            assertThat(gate.time.pending()).isZero();
            gate.after(1000);
            assertThat(gate.call().servedAt()).isEqualTo(1000);
        }
    }

    @Test
    void slots_are_given_back_the_latest_first_so_that_all_of_them_return() {
        try (TestGate gate = TestGate.of(contour("100/s", 1))) {
            List<Caller> callers = gate.call(100, patient(Priority.NORMAL));
            gate.after(10);
            callers.stream().filter(Caller::isWaiting).toList().forEach(Caller::giveUp);

            assertThat(gate.store.givenBack())
                    .hasSize(12)
                    .isSortedAccordingTo(Comparator.comparingLong(Slot::at).reversed());
            gate.after(10);
            assertThat(gate.call().servedAt()).isEqualTo(20);
        }
    }

    @Test
    void a_permit_that_is_given_back_goes_to_the_next_waiter_at_once() {
        try (TestGate gate = TestGate.of(contour("1/s", 1))) {
            Permit unused = gate.call().permit();
            Caller next = gate.call(patient(Priority.NORMAL));
            Caller last = gate.call(patient(Priority.NORMAL));
            gate.after(20);
            unused.giveBack();

            assertThat(next.servedAt()).isEqualTo(20);
            gate.after(1000);
            assertThat(last.servedAt()).isEqualTo(1000);
        }
    }

    @Test
    void a_permit_that_is_given_back_while_nobody_waits_returns_to_the_bucket() {
        try (TestGate gate = TestGate.of(contour("1/s", 1))) {
            gate.call().permit().giveBack();

            assertThat(gate.call().servedAt()).isZero();
        }
    }

    @Test
    void a_permit_is_given_back_or_closed_once_whatever_is_called_again() {
        try (TestGate gate = TestGate.of(contour("1/s", 1).concurrency(1))) {
            Permit permit = gate.call().permit();
            permit.giveBack();
            permit.giveBack();
            permit.close();

            assertThat(gate.store.givenBack()).hasSize(1);
            List<Caller> callers = gate.call(3, patient(Priority.NORMAL));
            gate.after(5000);
            assertThat(callers).extracting(Caller::isServed).containsExactly(true, false, false);
        }
    }

    @Test
    void a_slot_is_good_until_the_jitter_and_30_milliseconds_after_its_instant() {
        try (TestGate gate = TestGate.of(contour("10/s", 3).arrivalJitter(Duration.ofMillis(20)))) {
            gate.call(2, PermitRequest.one());
            Caller caller = gate.call();
            assertThat(gate.store.booked().get(2).at()).isEqualTo(gate.time.micros() + 20_000);
            gate.time.stop(Duration.ofMillis(20 + 20 + 30));
            gate.after(0);

            assertThat(caller.servedAt()).isEqualTo(70);
            assertThat(gate.store.givenBack()).isEmpty();
        }
    }

    @Test
    void found_later_it_is_given_up_and_booked_again() {
        try (TestGate gate = TestGate.of(contour("100/s", 1))) {
            List<Caller> callers = gate.call(20, patient(Priority.NORMAL));
            int booked = gate.store.booked().size();
            gate.time.stop(Duration.ofMillis(200));
            gate.after(0);

            // What was booked for the time of the stop is not sent in one burst afterwards.
            assertThat(callers.stream().filter(Caller::isServed)).hasSizeLessThanOrEqualTo(3);
            assertThat(gate.store.givenBack()).isNotEmpty();
            gate.after(200);
            assertThat(callers).allMatch(Caller::isServed);
            assertThat(callers.get(19).servedAt()).isBetween(300L, 400L);
            assertThat(gate.store.booked().size()).isGreaterThan(booked);
        }
    }

    @Test
    void what_is_right_for_nobody_goes_back_at_once_and_not_at_its_instant() {
        try (TestGate gate = TestGate.of(contour("1/m", 10))) {
            gate.call(patient(10));
            Caller small = gate.call(patient(1));
            Caller large = gate.call(patient(5));
            small.giveUp();

            // The slot of the small one, a minute from now, is of no use: without it the large one's is booked from
            // here.
            assertThat(gate.store.givenBack()).extracting(Slot::cost).containsExactly(1);
            gate.after(Duration.ofMinutes(5).toMillis());
            assertThat(large.servedAt()).isEqualTo(300_000);
        }
    }

    @Test
    void slots_that_nobody_waits_for_any_more_go_back_at_once() {
        try (TestGate gate = TestGate.of(contour("100/s", 1))) {
            List<Caller> callers = gate.call(13, patient(Priority.NORMAL));
            gate.after(10);
            callers.subList(2, 12).forEach(Caller::giveUp);
            assertThat(gate.store.givenBack()).isEmpty();
            gate.after(10);

            assertThat(callers.get(12).servedAt()).isEqualTo(20);
            assertThat(gate.store.givenBack()).hasSize(10);
            assertThat(gate.time.pending()).isZero();
        }
    }
}
