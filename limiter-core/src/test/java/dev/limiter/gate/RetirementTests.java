package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The number of keys in memory is bounded by what is active. */
class RetirementTests {

    @Test
    void ten_thousand_keys_that_were_used_once_are_gone_when_their_bucket_is_full() {
        try (TestGate gate = TestGate.of(contour("1/s", 3))) {
            for (int i = 0; i < 10_000; i++) {
                gate.call("key" + i).permit().close();
            }
            assertThat(gate.registry.size()).isEqualTo(10_000);
            gate.after(999);
            assertThat(gate.registry.size()).isEqualTo(10_000);
            gate.after(3000);

            assertThat(gate.registry.size()).isZero();
            assertThat(gate.store.buckets()).isZero();
            assertThat(gate.time.pending()).isZero();
        }
    }

    @Test
    void a_contours_only_bucket_stays() {
        try (TestGate gate = TestGate.of(contour("1/s", 3))) {
            gate.call().permit().close();
            gate.after(100_000);

            assertThat(gate.registry.size()).isEqualTo(1);
            assertThat(gate.time.pending()).isZero();
        }
    }

    @Test
    void a_key_stays_while_somebody_waits() {
        try (TestGate gate = TestGate.of(contour("1/h", 1))) {
            gate.call("key").permit().close();
            Caller waits = new Caller(gate.time, gate.limiter("key"), patient(1));
            gate.after(Duration.ofMinutes(59).toMillis());
            assertThat(gate.registry.size()).isEqualTo(1);
            gate.after(Duration.ofMinutes(1).toMillis());

            assertThat(waits.servedAt()).isEqualTo(Duration.ofHours(1).toMillis());
            gate.after(Duration.ofHours(1).toMillis() + 1);
            assertThat(gate.registry.size()).isZero();
        }
    }

    @Test
    void a_key_that_is_used_again_and_again_stays_until_it_is_not() {
        try (TestGate gate = TestGate.of(contour("10/s", 3))) {
            for (int i = 0; i < 50; i++) {
                gate.call("key").permit().close();
                gate.after(700);
            }
            gate.after(5000);

            assertThat(gate.registry.size()).isZero();
        }
    }

    @Test
    void a_key_stays_while_its_pause_lasts() {
        try (TestGate gate = TestGate.of(contour("10/s", 3))) {
            Permit refused = gate.call("key").permit();
            refused.refused(new Refusal(Scope.KEY, Duration.ofMinutes(10), "429"));
            refused.succeeded();
            refused.close();
            gate.after(Duration.ofMinutes(9).toMillis());

            assertThat(gate.registry.size()).isEqualTo(1);
            assertThat(gate.limiter("key").tryAcquire(1)).isEmpty();
        }
    }

    @Test
    void a_key_stays_while_a_place_is_taken_so_that_its_cap_holds() {
        try (TestGate gate = TestGate.of(contour("10/s", 3).concurrency(1))) {
            Permit slow = gate.call("key").permit();
            gate.after(100_000);
            assertThat(gate.limiter("key").tryAcquire(1)).isEmpty();
            slow.close();
            gate.after(5000);

            assertThat(gate.registry.size()).isZero();
        }
    }

    @Test
    void a_key_whose_callers_never_got_anything_goes_too() {
        try (TestGate gate = TestGate.of(contour("1/s", 3))) {
            assertThat(gate.limiter("too large").acquireAsync(PermitRequest.of(4)))
                    .isCompletedExceptionally();
            gate.limiter("resumed").resume().join();
            gate.limiter("paused").pause(Duration.ofSeconds(1), "by hand").join();
            assertThat(gate.limiter("given up").acquireAsync().cancel(true)).isFalse();
            assertThat(gate.registry.size()).isEqualTo(4);
            gate.after(10_000);

            assertThat(gate.registry.size()).isZero();
            assertThat(gate.store.buckets()).isZero();
        }
    }

    @Test
    void a_limiter_that_was_kept_works_afterwards() {
        try (TestGate gate = TestGate.of(contour("1/s", 3))) {
            Limiter kept = gate.limiter("key");
            Permit early = kept.tryAcquire(3).orElseThrow();
            gate.after(10_000);
            assertThat(gate.registry.size()).isZero();

            assertThat(kept.tryAcquire(3)).isPresent();
            assertThat(kept.tryAcquire(1)).isEmpty();
            // The permit of the gate that is gone: its bucket has been full since, so nothing can return.
            early.giveBack();
            assertThat(kept.tryAcquire(1)).isEmpty();
            early.succeeded();
        }
    }

    @Test
    void what_the_holder_of_an_old_permit_reports_reaches_the_new_gate() {
        try (TestGate gate = TestGate.of(contour("1/s", 3))) {
            Permit early = gate.call("key").permit();
            gate.after(10_000);
            Caller waits = new Caller(gate.time, gate.limiter("key"), patient(3));
            waits.permit().close();
            Caller waitsToo = new Caller(gate.time, gate.limiter("key"), patient(1));
            early.refused(new Refusal(Scope.KEY, Duration.ofSeconds(30), "429"));
            gate.after(20_000);
            assertThat(waitsToo.isWaiting()).isTrue();
            gate.after(20_000);

            assertThat(waitsToo.isServed()).isTrue();
        }
    }

    @Test
    void a_gate_that_is_gone_stays_gone_whatever_is_reported_to_it() {
        try (TestGate gate = TestGate.of(contour("1/s", 3))) {
            Permit early = gate.call("key").permit();
            Gate old = gate.registry.gate(new Gates.Id(gate.registry.contour("datacite"), "key"));
            gate.after(10_000);
            early.refused(new Refusal(Scope.KEY, Duration.ofSeconds(30), "429"));
            gate.after(5000);

            assertThat(old.enter(PermitRequest.one(), false)).isNull();
            // The store keeps the row of refusals for another hour.
            gate.after(Duration.ofHours(2).toMillis());
            assertThat(gate.store.buckets()).isZero();
            assertThat(gate.time.pending()).isZero();
        }
    }
}
