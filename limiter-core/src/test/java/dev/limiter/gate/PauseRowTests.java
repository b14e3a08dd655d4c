package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.contour.PausePolicy;
import dev.limiter.contour.PausePolicy.Resume;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** "Pause", 5: the fallback grows while the server keeps refusing, and its row ends with the first success. */
class PauseRowTests {

    private static TestGate gate() {
        return TestGate.of(contour("100/s", 1)
                .pause(new PausePolicy(Duration.ofSeconds(5), Duration.ofHours(24), Duration.ZERO, Resume.REFILL)));
    }

    /** Sends one request, and returns how long the server's refusal stops the contour, in milliseconds. */
    private static long refused(TestGate gate, @Nullable Duration retryAfter, Scope scope) {
        Permit permit = sent(gate);
        long at = gate.time.passed().toMillis();
        permit.refused(new Refusal(scope, retryAfter, "429 at RecordClient.deposit"));
        Caller next = gate.call(patient(Priority.NORMAL));
        gate.after(120_000);
        next.permit().giveBack();
        return next.servedAt() - at;
    }

    private static Permit sent(TestGate gate) {
        Permit permit = gate.call(PermitRequest.one()).permit();
        gate.after(100);
        return permit;
    }

    private static long refused(TestGate gate) {
        return refused(gate, null, Scope.KEY);
    }

    @Test
    void the_fallback_doubles_up_to_a_minute_while_the_server_keeps_refusing() {
        try (TestGate gate = gate()) {
            long[] pauses = new long[6];
            for (int i = 0; i < pauses.length; i++) {
                pauses[i] = refused(gate);
            }
            assertThat(pauses).containsExactly(5000, 10_000, 20_000, 40_000, 60_000, 60_000);
        }
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"PT0S", "PT-5S", "PT-2562047788015215H"})
    void p04_a_hint_of_nothing_or_less_is_no_hint(@Nullable String retryAfter) {
        try (TestGate gate = gate()) {
            Duration hint = (retryAfter != null) ? Duration.parse(retryAfter) : null;

            assertThat(refused(gate, hint, Scope.KEY)).isEqualTo(5000);
            assertThat(refused(gate, hint, Scope.KEY)).isEqualTo(10_000);
        }
    }

    @Test
    void p05_a_hint_beyond_all_bounds_is_cut_to_the_longest_pause() {
        try (TestGate gate = gate()) {
            sent(gate).refused(new Refusal(Scope.KEY, Duration.ofSeconds(Long.MAX_VALUE), "429"));
            Caller caller = gate.call(patient(Priority.NORMAL));
            gate.after(Duration.ofHours(25).toMillis());

            assertThat(caller.servedAt()).isEqualTo(Duration.ofHours(24).toMillis() + 100);
        }
    }

    @Test
    void the_first_success_of_a_request_that_was_sent_after_the_pause_ends_the_row() {
        try (TestGate gate = gate()) {
            refused(gate);
            refused(gate);
            sent(gate).succeeded();

            assertThat(refused(gate)).isEqualTo(5000);
        }
    }

    @Test
    void a_late_success_of_a_request_that_was_sent_before_ends_nothing() {
        try (TestGate gate = gate()) {
            Permit early = sent(gate);
            refused(gate);
            early.succeeded();

            assertThat(refused(gate)).isEqualTo(10_000);
        }
    }

    @Test
    void a_contours_row_ends_the_same_way() {
        try (TestGate gate = gate()) {
            assertThat(refused(gate, null, Scope.CONTOUR)).isEqualTo(5000);
            assertThat(refused(gate, null, Scope.CONTOUR)).isEqualTo(10_000);
            sent(gate).succeeded();

            assertThat(refused(gate, null, Scope.CONTOUR)).isEqualTo(5000);
        }
    }

    @Test
    void a_request_says_once_how_it_went() {
        try (TestGate gate = gate()) {
            refused(gate);
            Permit permit = sent(gate);
            permit.refused(new Refusal(Scope.CALL, null, "a bare 503"));
            permit.succeeded();

            assertThat(refused(gate)).isEqualTo(10_000);
        }
    }

    @Test
    void a_refusal_of_the_call_alone_pauses_nothing() {
        try (TestGate gate = gate()) {
            assertThat(refused(gate, Duration.ofSeconds(30), Scope.CALL)).isZero();
            assertThat(gate.listener.events("paused")).isEmpty();
        }
    }

    @Test
    void p26_one_address_that_is_always_refused_does_not_stop_the_others_for_longer_and_longer() {
        try (TestGate gate = gate()) {
            int served = 0;
            for (int i = 0; i < 10; i++) {
                assertThat(refused(gate, Duration.ofSeconds(2), Scope.KEY)).isEqualTo(2000);
                for (int j = 0; j < 20; j++) {
                    sent(gate).succeeded();
                    served++;
                }
                assertThat(refused(gate)).isEqualTo(5000);
                sent(gate).succeeded();
            }
            assertThat(served).isEqualTo(200);
            // Who caused it is told by the client's method, as the refusal names it.
            assertThat(gate.listener.events("paused")).allMatch(event -> event.endsWith("429 at RecordClient.deposit"));
        }
    }
}
