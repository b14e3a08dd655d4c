package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static dev.limiter.gate.TestGate.reduced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.PermitTimeoutException;
import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.WaitReason;
import dev.limiter.bucket.PauseAsk;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.PausePolicy;
import dev.limiter.contour.PausePolicy.Resume;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A pause that cannot be written holds in its process, and is written when the store is back. */
class UnwrittenPausesTests {

    private static ContourBuilder reducing() {
        return contour("100/s", 50)
                .onStoreFailure(reduced("10/s", 1))
                .pause(new PausePolicy(
                        Duration.ofSeconds(5), Duration.ofHours(24), Duration.ofMillis(500), Resume.REFILL));
    }

    private static Refusal refusal(Scope scope, @Nullable Duration retryAfter) {
        return new Refusal(scope, retryAfter, "429 at RecordClient.deposit");
    }

    private static Refusal refusal(long seconds) {
        return refusal(Scope.KEY, Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @EnumSource(names = {"KEY", "CONTOUR"})
    void it_holds_in_its_process_for_whom_it_is_meant(Scope scope) {
        try (TestGate gate = TestGate.of(reducing())) {
            Permit refused = gate.call("one").permit();
            gate.store.away(Away.REASON);
            Caller other = new Caller(gate.time, gate.limiter("other"), patient(1));
            refused.refused(refusal(scope, Duration.ofSeconds(7)));
            Caller one = new Caller(gate.time, gate.limiter("one"), patient(1));
            // Its gate is made during the outage.
            Caller third = new Caller(gate.time, gate.limiter("third"), patient(1));
            gate.after(60_000);

            boolean all = scope == Scope.CONTOUR;
            assertThat(one.servedAt()).isBetween(7000L, 7100L);
            assertThat(other.servedAt()).isBetween(all ? 7000L : 0, all ? 7100L : 100);
            assertThat(third.servedAt()).isBetween(all ? 7000L : 0, all ? 7100L : 100);
            assertThat(gate.listener.events("paused"))
                    .containsExactly("paused datacite for 7000ms: 429 at RecordClient.deposit");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_longest_wins_in_either_order(boolean longFirst) {
        try (TestGate gate = TestGate.of(reducing())) {
            List<Caller> callers = gate.call(2, patient(1));
            gate.store.away(Away.REASON);
            callers.get(0).permit().refused(refusal(longFirst ? 10 : 3));
            callers.get(1).permit().refused(refusal(longFirst ? 3 : 10));
            Caller waits = gate.call(patient(1));
            gate.after(60_000);

            assertThat(waits.servedAt()).isBetween(10_000L, 10_100L);
            assertThat(gate.listener.events("paused")).hasSize(longFirst ? 1 : 2);
        }
    }

    @Test
    void where_the_server_names_no_time_it_is_the_fallback_and_jitter_is_added_once() {
        try (TestGate gate = TestGate.of(reducing())) {
            Permit refused = gate.call().permit();
            gate.store.away(Away.REASON);
            gate.jitter.set(321_000);
            refused.refused(refusal(Scope.KEY, null));
            assertThat(gate.listener.events("paused"))
                    .containsExactly("paused datacite for 5321ms: 429 at RecordClient.deposit");
            gate.after(321);
            gate.store.back();

            assertThat(gate.store.pauseAsks())
                    .extracting(PauseAsk::length, PauseAsk::jitterMicros)
                    .containsExactly(tuple(Duration.ofSeconds(5), 0L));
        }
    }

    @Test
    void it_is_written_with_the_time_that_is_left_before_anything_is_sent() {
        try (TestGate gate = TestGate.of(reducing())) {
            Permit refused = gate.call().permit();
            gate.store.away(Away.REASON);
            refused.refused(refusal(10));
            List<Caller> callers = gate.call(3, patient(1));
            gate.after(4000);
            gate.store.holdPauses();
            gate.store.back();
            assertThat(gate.store.booked()).hasSize(1);
            gate.after(200);
            gate.store.releaseAll();
            assertThat(callers).allMatch(Caller::isWaiting);
            gate.after(20_000);

            PauseAsk written = gate.store.pauseAsks().get(0);
            assertThat(gate.store.pauseAsks()).hasSize(1);
            assertThat(written.length()).isEqualTo(Duration.ofSeconds(6));
            assertThat(written.byHand()).isFalse();
            assertThat(callers).extracting(Caller::servedAt).containsOnly(10_000L);
            assertThat(gate.listener.events("paused")).hasSize(1);
        }
    }

    @Test
    void whoever_waits_for_less_fails_at_once_with_the_resume_time() {
        try (TestGate gate = TestGate.of(reducing())) {
            Permit refused = gate.call().permit();
            gate.store.away(Away.REASON);
            Caller waiting = gate.call(PermitRequest.one().withMaxWait(Duration.ofSeconds(2)));
            refused.refused(refusal(10));
            Caller newcomer = gate.call(PermitRequest.one().withMaxWait(Duration.ofSeconds(9)));

            for (Caller caller : List.of(waiting, newcomer)) {
                PermitTimeoutException denial = caller.denial(PermitTimeoutException.class);
                assertThat(denial.waitedFor()).isEqualTo(WaitReason.PAUSE);
                assertThat(denial.retryAfter()).contains(Duration.ofSeconds(10));
            }
        }
    }

    @Test
    void one_that_is_over_is_dropped() {
        try (TestGate gate = TestGate.of(reducing())) {
            Permit refused = gate.call().permit();
            gate.store.away(Away.REASON);
            refused.refused(refusal(10));
            gate.after(10_000);
            assertThat(gate.time.pending()).isZero();
            gate.store.back();

            assertThat(gate.store.pauseAsks()).isEmpty();
            assertThat(gate.call().isServed()).isTrue();
        }
    }

    @Test
    void a_store_that_goes_again_before_it_has_taken_it_is_told_the_next_time() {
        try (TestGate gate = TestGate.of(reducing())) {
            Permit refused = gate.call().permit();
            gate.store.away(Away.REASON);
            refused.refused(refusal(10));
            gate.after(1000);
            gate.store.throwAlways(new IllegalStateException("not ready"));
            gate.store.back();
            gate.store.away(Away.REASON);
            gate.store.throwAlways(null);
            gate.after(1000);
            assertThat(gate.limiter().tryAcquire(1)).isEmpty();
            gate.store.back();

            assertThat(gate.store.pauseAsks()).extracting(PauseAsk::length).containsExactly(Duration.ofSeconds(8));
        }
    }

    @Test
    void a_store_that_does_not_say_that_it_is_away_is_told_ten_times_a_second_until_it_takes_it() {
        try (TestGate gate = TestGate.of(reducing())) {
            Permit refused = gate.call().permit();
            gate.store.throwAlways(new IllegalStateException("broken"));
            refused.refused(refusal(10));
            gate.after(1000);
            assertThat(gate.store.failedCalls()).isEqualTo(11);
            gate.store.throwAlways(null);
            gate.after(100);

            assertThat(gate.store.pauseAsks()).extracting(PauseAsk::length).containsExactly(Duration.ofMillis(8900));
            gate.after(60_000);
            assertThat(gate.store.pauseAsks()).hasSize(1);
            assertThat(gate.time.pending()).isZero();
        }
    }

    @Test
    void a_longer_one_that_comes_while_one_is_being_written_is_written_after_it() {
        try (TestGate gate = TestGate.of(reducing())) {
            List<Caller> callers = gate.call(2, patient(1));
            gate.store.away(Away.REASON);
            callers.get(0).permit().refused(refusal(5));
            gate.store.holdPauses();
            gate.store.back();
            gate.store.away(Away.REASON);
            callers.get(1).permit().refused(refusal(30));
            gate.store.releaseAll();
            gate.after(1000);
            gate.store.back();

            assertThat(gate.store.pauseAsks())
                    .extracting(PauseAsk::length)
                    .containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(29));
            assertThat(gate.limiter().tryAcquire(1)).isEmpty();
        }
    }

    @Test
    void the_refusals_of_a_gate_that_has_retired_reach_the_new_one() {
        try (TestGate gate = TestGate.of(reducing())) {
            Permit early = gate.call("key").permit();
            gate.after(10_000);
            assertThat(gate.registry.size()).isZero();
            gate.store.away(Away.REASON);
            Caller waits = new Caller(gate.time, gate.limiter("key"), patient(1));
            early.refused(refusal(30));
            gate.after(20_000);
            assertThat(waits.isWaiting()).isTrue();
            gate.store.back();
            gate.after(20_000);

            assertThat(waits.servedAt()).isBetween(40_000L, 40_010L);
        }
    }
}
