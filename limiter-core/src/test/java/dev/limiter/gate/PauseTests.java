package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.PermitTimeoutException;
import dev.limiter.Priority;
import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.WaitReason;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.PausePolicy;
import dev.limiter.contour.PausePolicy.Resume;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** "Pause", as far as a gate has part in it. */
class PauseTests {

    private static final PausePolicy REFILL =
            new PausePolicy(Duration.ofSeconds(5), Duration.ofHours(24), Duration.ZERO, Resume.REFILL);

    private static ContourBuilder refilling(String rate, long capacity) {
        return contour(rate, capacity).pause(REFILL);
    }

    private static Refusal refusal(@Nullable Duration retryAfter) {
        return new Refusal(Scope.KEY, retryAfter, "429 at RecordClient.deposit");
    }

    private static Refusal refusal(long seconds) {
        return refusal(Duration.ofSeconds(seconds));
    }

    @Test
    void nobody_is_served_until_the_instant_that_the_server_named() {
        try (TestGate gate = TestGate.of(refilling("10/s", 1))) {
            Permit refused = gate.call().permit();
            List<Caller> callers = gate.call(5, patient(Priority.NORMAL));
            gate.after(50);
            refused.refused(refusal(3));
            gate.after(10_000);

            assertThat(callers).extracting(Caller::servedAt).containsExactly(3050L, 3150L, 3250L, 3350L, 3450L);
        }
    }

    @Test
    void slots_that_were_held_are_void_and_their_waiters_keep_their_place() {
        try (TestGate gate = TestGate.of(refilling("100/s", 1))) {
            Permit refused = gate.call().permit();
            List<Caller> callers = gate.call(20, patient(Priority.NORMAL));
            gate.after(15);
            int held = gate.store.booked().size() - 2;
            assertThat(held).isGreaterThan(5);
            refused.refused(refusal(2));
            Caller urgent = gate.call(patient(Priority.URGENT));
            gate.after(5000);

            assertThat(gate.store.givenBack()).isEmpty();
            assertThat(urgent.servedAt()).isEqualTo(2015);
            assertThat(callers.subList(1, 20)).extracting(Caller::servedAt).isSorted();
            assertThat(callers.get(19).servedAt()).isEqualTo(2015 + 190);
        }
    }

    @Test
    void a_permit_given_back_after_the_pause_began_is_void() {
        try (TestGate gate = TestGate.of(refilling("10/s", 2))) {
            Permit refused = gate.call().permit();
            Permit unused = gate.call().permit();
            Caller waits = gate.call(patient(Priority.NORMAL));
            refused.refused(refusal(2));
            unused.giveBack();

            assertThat(waits.isWaiting()).isTrue();
            assertThat(gate.store.givenBack()).isEmpty();
            gate.after(2000);
            assertThat(waits.servedAt()).isEqualTo(2000);
        }
    }

    @Test
    void a_permit_says_that_a_pause_has_made_it_void() {
        try (TestGate gate = TestGate.of(refilling("10/s", 3))) {
            Permit refused = gate.call().permit();
            Permit unused = gate.call().permit();
            assertThat(unused.isVoid()).isFalse();
            refused.refused(refusal(2));
            assertThat(unused.isVoid()).isTrue();
            gate.after(5000);

            assertThat(unused.isVoid()).isTrue();
            assertThat(gate.call().permit().isVoid()).isFalse();
        }
    }

    @Test
    void whoever_waits_for_less_fails_at_once_with_the_resume_time() {
        try (TestGate gate = TestGate.of(refilling("10/s", 1))) {
            Permit refused = gate.call().permit();
            Caller waiting = gate.call(PermitRequest.one().withMaxWait(Duration.ofSeconds(59)));
            Caller patient = gate.call(PermitRequest.one().withMaxWait(Duration.ofSeconds(61)));
            gate.after(20);
            refused.refused(refusal(60));
            gate.after(5000);
            Caller newcomer = gate.call(PermitRequest.one().withMaxWait(Duration.ofSeconds(54)));

            assertThat(waiting.deniedAt()).isEqualTo(20);
            PermitTimeoutException denial = waiting.denial(PermitTimeoutException.class);
            assertThat(denial.waitedFor()).isEqualTo(WaitReason.PAUSE);
            assertThat(denial.retryAfter()).contains(Duration.ofSeconds(60));
            assertThat(newcomer.deniedAt()).isEqualTo(5020);
            assertThat(newcomer.denial(PermitTimeoutException.class).retryAfter())
                    .hasValueSatisfying(after -> assertThat(after).isGreaterThanOrEqualTo(Duration.ofSeconds(55)));
            gate.after(60_000);
            assertThat(patient.servedAt()).isEqualTo(60_020);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_longest_wins_in_either_order(boolean longFirst) {
        try (TestGate gate = TestGate.of(refilling("10/s", 2))) {
            Permit one = gate.call().permit();
            Permit other = gate.call().permit();
            one.refused(refusal(longFirst ? 10 : 1));
            other.refused(refusal(longFirst ? 1 : 10));
            Caller caller = gate.call(patient(Priority.NORMAL));
            gate.after(20_000);

            assertThat(caller.servedAt()).isEqualTo(10_000);
        }
    }

    @Test
    void refusals_of_requests_that_were_in_flight_are_one_event() {
        try (TestGate gate = TestGate.of(contour("100/s", 8))) {
            List<Caller> inFlight = gate.call(8, PermitRequest.one());
            gate.after(20);
            for (Caller caller : inFlight) {
                caller.permit().refused(refusal((Duration) null));
                gate.after(5);
            }
            Caller waits = gate.call(patient(Priority.NORMAL));
            gate.after(20_000);

            // Eight refusals in a row would have been 60 s; the last one moved the end, and counted for nothing.
            assertThat(waits.servedAt()).isEqualTo(20 + 7 * 5 + 5000 + 10);
        }
    }

    @Test
    void jitter_is_added_to_what_the_server_named() {
        try (TestGate gate = TestGate.of(contour("10/s", 1)
                .pause(new PausePolicy(
                        Duration.ofSeconds(5), Duration.ofHours(24), Duration.ofMillis(500), Resume.REFILL)))) {
            Permit refused = gate.call().permit();
            gate.jitter.set(123_000);
            refused.refused(refusal(2));
            Caller caller = gate.call(patient(Priority.NORMAL));
            gate.after(10_000);

            assertThat(caller.servedAt()).isEqualTo(2123);
        }
    }

    @Test
    void p22_waiters_do_not_leave_as_a_herd() {
        try (TestGate gate = TestGate.of(contour("5/s", 20))) {
            Permit refused = gate.call().permit();
            gate.call(19, PermitRequest.one());
            List<Caller> callers = gate.call(100, patient(Priority.NORMAL));
            refused.refused(refusal(5));
            gate.after(60_000);

            for (int i = 0; i < 100; i++) {
                assertThat(callers.get(i).servedAt()).isEqualTo(5000 + 200 * (i + 1));
            }
        }
    }

    @Test
    void resume_refill_lets_permits_accrue() {
        try (TestGate gate = TestGate.of(refilling("2/s", 3))) {
            List<Caller> callers = gate.call(8, PermitRequest.one());
            gate.after(2500);
            callers.get(7).permit().refused(refusal(Duration.ofMillis(1500)));
            gate.after(100);
            Caller one = gate.call();
            gate.after(100);
            Caller other = gate.call();
            gate.after(5000);

            assertThat(List.of(one, other)).extracting(Caller::servedAt).containsExactly(4000L, 4000L);
        }
    }

    @Test
    void a_reply_that_comes_after_a_pause_was_learned_brings_only_void_slots() {
        try (TestGate gate = TestGate.of(refilling("100/s", 50))) {
            Permit refused = gate.call().permit();
            gate.store.holdReplies();
            List<Caller> callers = gate.call(3, patient(Priority.NORMAL));
            refused.refused(refusal(4));
            gate.store.releaseAll();
            assertThat(callers).allMatch(Caller::isWaiting);
            gate.after(10_000);

            assertThat(callers).extracting(Caller::servedAt).containsExactly(4000L, 4000L, 4000L);
            assertThat(gate.store.givenBack()).isEmpty();
        }
    }

    @Test
    void a_pause_by_hand_works_the_same_way_and_ends_early_by_hand() {
        try (TestGate gate = TestGate.of(refilling("10/s", 1))) {
            gate.call().permit().close();
            List<Caller> callers = gate.call(2, patient(Priority.NORMAL));
            gate.limiter().pause(Duration.ofHours(1), "maintenance").join();
            gate.after(1000);
            assertThat(callers).allMatch(Caller::isWaiting);
            gate.limiter().resume().join();
            gate.after(200);

            // What was booked for after the pause is void: the permits that accrued since it began are there.
            assertThat(callers).extracting(Caller::servedAt).containsExactly(1000L, 1100L);
            assertThat(gate.listener.events("paused")).containsExactly("paused datacite for 3600000ms: maintenance");
            assertThat(gate.listener.events("resumed")).containsExactly("resumed datacite");
        }
    }

    @Test
    void what_ended_by_hand_is_not_restored_by_an_old_reply() {
        try (TestGate gate = TestGate.of(refilling("10/s", 1))) {
            gate.limiter().pause(Duration.ofHours(1), "maintenance").join();
            gate.store.holdReplies();
            Caller caller = gate.call(patient(Priority.NORMAL));
            gate.limiter().resume().join();
            gate.store.releaseAll();
            gate.after(1000);

            assertThat(caller.servedAt()).isEqualTo(100);
        }
    }

    @Test
    void a_pause_by_hand_must_be_longer_than_zero_and_is_cut_to_the_longest() {
        try (TestGate gate = TestGate.of(refilling("10/s", 1))) {
            assertThatThrownBy(() -> gate.limiter().pause(Duration.ZERO, "none"))
                    .isInstanceOf(IllegalArgumentException.class);
            gate.limiter().pause(Duration.ofDays(400), "for good").join();

            assertThat(gate.listener.events("paused")).containsExactly("paused datacite for 86400000ms: for good");
        }
    }
}
