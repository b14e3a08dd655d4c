package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static dev.limiter.gate.TestGate.reduced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.CostAboveCapacityException;
import dev.limiter.PermitRequest;
import dev.limiter.PermitTimeoutException;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** A person changes the limits of a contour while it runs: what becomes of those who wait. */
class ChangedLimitsTests {

    private static Limit limit(String rate, long capacity) {
        return new Limit(Rate.parse(rate), capacity, Duration.ZERO);
    }

    private static void change(TestGate gate, String rate, long capacity) {
        assertThat(gate.registry.changeLimits("datacite", List.of(limit(rate, capacity))))
                .isCompleted();
    }

    private static Caller waitsFor(TestGate gate, String key) {
        return new Caller(gate.time, gate.limiter(key), patient(1));
    }

    @Test
    void a_lower_rate_holds_from_the_next_ask() {
        try (TestGate gate = TestGate.of(contour("10/s", 1))) {
            List<Caller> callers = gate.call(9, patient(1));
            gate.after(450);
            change(gate, "1/s", 1);
            gate.after(10_000);

            // one slot was booked already; what was spent by then counts in permits
            assertThat(callers)
                    .extracting(Caller::servedAt)
                    .containsExactly(0L, 100L, 200L, 300L, 400L, 500L, 1500L, 2500L, 3500L);
        }
    }

    @Test
    void a_higher_rate_lets_waiters_go_sooner_though_one_had_a_slot_far_ahead() {
        try (TestGate gate = TestGate.of(contour("1/h", 1))) {
            List<Caller> callers = gate.call(3, patient(1));
            gate.after(600_000);
            assertThat(callers.get(1).isWaiting()).isTrue();
            change(gate, "1/m", 1);
            gate.after(300_000);

            // ten minutes of the hour are over: five sixths of a permit are missing still
            assertThat(callers).extracting(Caller::servedAt).containsExactly(0L, 650_000L, 710_000L);
        }
    }

    @Test
    void an_answer_on_the_way_that_was_booked_by_the_limits_of_before_keeps_nobody_waiting() {
        try (TestGate gate = TestGate.of(contour("1/h", 1))) {
            gate.call();
            gate.store.holdReplies();
            Caller waits = gate.call(patient(1));
            assertThat(gate.store.held()).isEqualTo(1);
            change(gate, "1/m", 1);
            gate.store.releaseAll();
            gate.after(300_000);

            assertThat(waits.servedAt()).isEqualTo(60_000);
        }
    }

    @Test
    void an_answer_on_the_way_that_comes_too_late_for_somebody_by_the_limits_of_before_denies_nobody() {
        try (TestGate gate = TestGate.of(contour("1/h", 1))) {
            Bucket elsewhere = Bucket.of(contour("1/h", 1).build(), "");
            gate.store.elsewhere().book(elsewhere, Ask.one(1, Long.MAX_VALUE));
            gate.store.holdReplies();
            Caller impatient = gate.call(PermitRequest.one().withMaxWait(Duration.ofMinutes(5)));
            change(gate, "1/m", 1);
            gate.store.releaseAll();
            gate.after(300_000);

            assertThat(impatient.servedAt()).isEqualTo(60_000);
        }
    }

    @Test
    void who_would_have_been_late_by_the_limits_of_before_is_not_denied_by_an_old_estimate() {
        try (TestGate gate = TestGate.of(contour("1/h", 1))) {
            gate.call(2, patient(1));
            PermitRequest minute = PermitRequest.one().withMaxWait(Duration.ofMinutes(1));
            gate.call(minute).denial(PermitTimeoutException.class);
            change(gate, "10/s", 1);

            Caller caller = gate.call(minute);
            gate.after(1000);
            assertThat(caller.isServed()).isTrue();
        }
    }

    @Test
    void the_configured_limits_hold_again_after_a_reset() {
        try (TestGate gate = TestGate.of(contour("10/s", 1))) {
            change(gate, "1/m", 1);
            assertThat(gate.registry.areLimitsChanged("datacite")).isTrue();
            assertThat(gate.registry.limits("datacite")).containsExactly(limit("1/m", 1));
            List<Caller> callers = gate.call(3, patient(1));
            gate.after(1000);
            assertThat(gate.registry.resetLimits("datacite")).isCompleted();
            gate.after(1000);

            assertThat(callers).extracting(Caller::servedAt).containsExactly(0L, 1098L, 1198L);
            assertThat(gate.registry.areLimitsChanged("datacite")).isFalse();
            assertThat(gate.registry.limits("datacite")).containsExactly(limit("10/s", 1));
        }
    }

    @Test
    void they_hold_for_all_keys_also_for_those_that_are_first_used_later_and_for_no_other_contour() {
        try (TestGate gate =
                TestGate.of(contour("1/h", 1), Contour.named("other").limit(Rate.parse("1/h"), 1))) {
            gate.call("used").permit().close();
            change(gate, "100/s", 2);
            gate.after(1000);

            for (String key : List.of("used", "later", "")) {
                List<Caller> callers = List.of(waitsFor(gate, key), waitsFor(gate, key));
                gate.after(100);
                assertThat(callers).as(key).allMatch(Caller::isServed);
            }
            assertThat(gate.registry.limiter("other").tryAcquire(1)).isPresent();
            assertThat(gate.registry.limiter("other").tryAcquire(1)).isEmpty();
            assertThat(gate.registry.areLimitsChanged("other")).isFalse();
        }
    }

    @Test
    void who_needs_more_than_the_bucket_can_hold_now_is_denied_also_if_it_waits_already() {
        try (TestGate gate = TestGate.of(contour("1/s", 10))) {
            gate.call(patient(10)).permit().close();
            Caller large = gate.call(patient(5));
            Caller small = gate.call(patient(1));
            change(gate, "1/s", 4);

            assertThat(large.denial(CostAboveCapacityException.class)).hasMessageContaining("4");
            gate.call(patient(5)).denial(CostAboveCapacityException.class);
            gate.after(10_000);
            assertThat(small.isServed()).isTrue();

            change(gate, "10/s", 20);
            Caller larger = gate.call(patient(15));
            gate.after(10_000);
            assertThat(larger.isServed()).isTrue();
        }
    }

    @Test
    void there_may_be_more_limits_than_before_or_fewer() {
        try (TestGate gate = TestGate.of(contour("10/s", 2))) {
            gate.call(1, patient(1));
            gate.registry
                    .changeLimits("datacite", List.of(limit("10/s", 2), limit("6/m", 3)))
                    .join();
            List<Caller> callers = gate.call(3, patient(1));
            gate.after(20_000);
            // no more is left in the one that is new than there was in the other
            assertThat(callers).extracting(Caller::servedAt).containsExactly(0L, 10_000L, 20_000L);

            gate.registry.resetLimits("datacite").join();
            gate.after(1000);
            assertThat(gate.call(2, patient(1))).allMatch(Caller::isServed);
        }
    }

    @Test
    void the_permits_left_are_told_by_the_new_limits() {
        try (TestGate gate = TestGate.of(contour("1/m", 10))) {
            gate.call();
            assertThat(gate.registry.load("datacite").permitsLeft()).hasValue(9);
            change(gate, "1/m", 4);
            assertThat(gate.registry.load("datacite").permitsLeft()).isEmpty();
            gate.call();
            assertThat(gate.registry.load("datacite").permitsLeft()).hasValue(2);
        }
    }

    @Test
    void a_contour_that_is_reduced_runs_its_reduced_limit_and_then_the_changed_one() {
        try (TestGate gate = TestGate.of(contour("10/s", 10).onStoreFailure(reduced("1/s", 1)))) {
            change(gate, "2/s", 2);
            gate.store.away(Away.REASON);
            List<Caller> callers = gate.call(3, patient(1));
            gate.after(3500);
            assertThat(callers).extracting(Caller::servedAt).containsExactly(1000L, 2000L, 3000L);
            gate.store.back();
            gate.after(10_000);
            List<Caller> back = gate.call(4, patient(1));
            gate.after(2000);
            assertThat(back).extracting(Caller::servedAt).containsExactly(13_500L, 13_500L, 14_000L, 14_500L);
        }
    }

    @RepeatedTest(20)
    void random_changes_never_break_the_envelope_of_the_largest_and_starve_nobody(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        try (TestGate gate = TestGate.of(contour("50/s", 20).maxWaiting(2000))) {
            List<Caller> callers = new ArrayList<>();
            List<Long> sent = new ArrayList<>();
            for (int i = 0; i < 600; i++) {
                Caller caller = gate.call(patient(1));
                caller.whenServed(permit -> sent.add(gate.time.micros()));
                callers.add(caller);
                if (random.nextInt(4) == 0) {
                    callers.get(random.nextInt(callers.size())).future().cancel(false);
                }
                if (random.nextInt(20) == 0) {
                    List<Limit> limits = new ArrayList<>();
                    for (int many = 1 + random.nextInt(3); many > 0; many--) {
                        limits.add(limit(1 + random.nextInt(50) + "/s", 1 + random.nextInt(20)));
                    }
                    gate.registry.changeLimits("datacite", limits).join();
                }
                gate.after(random.nextInt(30));
            }
            gate.after(1_000_000);

            assertThat(callers).noneMatch(Caller::isWaiting);
            for (int from = 0; from < sent.size(); from++) {
                for (int to = from; to < sent.size(); to++) {
                    double seconds = (sent.get(to) - sent.get(from)) / 1e6;
                    assertThat(to - from + 1.0).isLessThanOrEqualTo(20 + 50 * seconds + 1e-3);
                }
            }
        }
    }

    @Test
    void when_several_processes_give_back_what_they_hold_far_ahead_none_loses_what_another_has_booked() {
        try (TestGate gate = TestGate.of(contour("1/h", 5));
                GateRegistry second = process(gate);
                GateRegistry third = process(gate)) {
            List<Caller> callers = new ArrayList<>();
            for (GateRegistry each : List.of(gate.registry, second, third)) {
                for (int i = 0; i < 8; i++) {
                    callers.add(new Caller(gate.time, each.limiter("datacite"), patient(1)));
                }
            }
            gate.after(1_000);
            change(gate, "100/s", 1);
            gate.after(10_000);

            List<Long> served = callers.stream().map(Caller::servedAt).sorted().toList();
            // five at once at first; then one each 10 ms
            for (int i = 5; i < served.size(); i++) {
                assertThat(served.get(i)).isGreaterThanOrEqualTo(1_000 + 10 * (i - 5));
            }
        }
    }

    private static GateRegistry process(TestGate gate) {
        return gate.time
                .registry(gate.store)
                .contours(List.of(contour("1/h", 5).build()))
                .build();
    }
}
