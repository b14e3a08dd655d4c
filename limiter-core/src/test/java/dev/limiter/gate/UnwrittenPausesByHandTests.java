package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static dev.limiter.gate.TestGate.reduced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.PauseAsk;
import dev.limiter.contour.ContourBuilder;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A person pauses and resumes while the store is away: what ended by hand is restored by nobody's old knowledge. */
class UnwrittenPausesByHandTests {

    private static ContourBuilder reducing() {
        return contour("100/s", 50).onStoreFailure(reduced("10/s", 1));
    }

    @ParameterizedTest
    @EnumSource(names = {"KEY", "CONTOUR"})
    void one_that_is_ended_by_hand_is_over_here_and_is_never_written(Scope scope) {
        try (TestGate gate = TestGate.of(reducing())) {
            Caller refused = gate.call();
            gate.store.away(Away.REASON);
            refused.permit().refused(new Refusal(scope, Duration.ofHours(1), "429"));
            Caller waits = gate.call(patient(1));
            gate.after(1000);
            CompletableFuture<Void> resumed = gate.limiter().resume();
            gate.after(1000);

            // The store has not ended what it may know; here nothing holds any more.
            assertThat(resumed).isCompletedExceptionally();
            assertThat(waits.servedAt()).isEqualTo(1100);
            gate.store.back();
            assertThat(gate.store.pauseAsks()).isEmpty();
            gate.after(1000);
            assertThat(gate.call().isServed()).isTrue();
        }
    }

    @Test
    void one_made_by_hand_holds_here_and_is_written_as_such() {
        try (TestGate gate = TestGate.of(reducing())) {
            gate.store.away(Away.REASON);
            CompletableFuture<Void> paused = gate.limiter().pause(Duration.ofSeconds(60), "maintenance");
            assertThat(paused).isCompletedExceptionally();
            assertThat(gate.listener.events("paused")).containsExactly("paused datacite for 60000ms: maintenance");
            Caller waits = gate.call(patient(1));
            gate.after(10_000);
            gate.store.back();
            gate.after(100_000);

            assertThat(gate.store.pauseAsks())
                    .extracting(PauseAsk::length, PauseAsk::byHand)
                    .containsExactly(tuple(Duration.ofSeconds(50), true));
            assertThat(waits.servedAt()).isBetween(60_000L, 60_010L);
        }
    }

    /** It is on its way to the store when a person ends it: whichever arrives first there, it is over. */
    @Test
    void one_that_is_ended_by_hand_while_it_is_being_written_is_over_everywhere() {
        try (TestGate gate = TestGate.of(reducing())) {
            Caller refused = gate.call();
            gate.store.away(Away.REASON);
            refused.permit().refused(new Refusal(Scope.KEY, Duration.ofHours(1), "429"));
            Caller waits = gate.call(patient(1));
            gate.after(1000);
            gate.store.holdPauses();
            gate.store.back();
            CompletableFuture<Void> resumed = gate.limiter().resume();
            assertThat(resumed).isNotDone();
            gate.store.releaseAll();
            gate.after(1000);

            assertThat(resumed).isCompleted();
            assertThat(waits.isServed()).isTrue();
            assertThat(gate.call().isServed()).isTrue();
            assertThat(gate.store.pauseAsks()).hasSize(1);
        }
    }

    @Test
    void one_that_could_not_be_written_and_is_ended_by_hand_is_not_tried_again() {
        try (TestGate gate = TestGate.of(reducing())) {
            Caller refused = gate.call();
            gate.store.throwAlways(new IllegalStateException("broken"));
            refused.permit().refused(new Refusal(Scope.KEY, Duration.ofHours(1), "429"));
            gate.after(250);
            assertThat(gate.limiter().resume()).isCompletedExceptionally();
            gate.store.throwAlways(null);
            gate.after(1000);

            assertThat(gate.store.pauseAsks()).isEmpty();
            assertThat(gate.call().isServed()).isTrue();
        }
    }
}
