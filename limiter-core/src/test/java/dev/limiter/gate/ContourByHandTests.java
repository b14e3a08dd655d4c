package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static dev.limiter.gate.TestGate.reduced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.UnknownContourException;
import dev.limiter.bucket.PauseAsk;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.PausePolicy;
import dev.limiter.contour.PausePolicy.Resume;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A person stops a whole contour, and lets it go on. */
class ContourByHandTests {

    private static final Duration HOUR = Duration.ofHours(1);

    private static ContourBuilder open() {
        return contour("100/s", 10)
                .pause(new PausePolicy(Duration.ofSeconds(5), Duration.ofHours(24), Duration.ZERO, Resume.REFILL));
    }

    private static Caller waitsFor(TestGate gate, String key) {
        return new Caller(gate.time, gate.limiter(key), patient(1));
    }

    @Test
    void all_keys_stop_also_those_that_are_first_used_later_and_go_on_when_it_is_over() {
        try (TestGate gate = TestGate.of(open())) {
            gate.call("used").permit().close();
            assertThat(gate.registry.pause("datacite", Duration.ofSeconds(30), "maintenance"))
                    .isCompleted();
            gate.after(10);
            List<Caller> callers = List.of(waitsFor(gate, "used"), waitsFor(gate, "later"), waitsFor(gate, ""));
            gate.after(60_000);

            assertThat(callers).extracting(Caller::servedAt).containsOnly(30_000L);
            assertThat(gate.listener.events("paused")).containsExactly("paused datacite for 30000ms: maintenance");
        }
    }

    @Test
    void it_is_ended_by_hand_at_once_for_all_keys() {
        try (TestGate gate = TestGate.of(open())) {
            gate.registry.pause("datacite", HOUR, "maintenance").join();
            List<Caller> callers = List.of(waitsFor(gate, "one"), waitsFor(gate, "other"));
            gate.after(1000);
            assertThat(gate.registry.resume("datacite")).isCompleted();
            gate.after(100);

            assertThat(callers).extracting(Caller::servedAt).containsOnly(1000L);
            assertThat(gate.listener.events("resumed")).containsExactly("resumed datacite");
        }
    }

    @Test
    void a_key_that_the_server_paused_by_itself_stays_so() {
        try (TestGate gate = TestGate.of(open())) {
            gate.call("refused").permit().refused(new Refusal(Scope.KEY, Duration.ofSeconds(30), "429"));
            gate.registry.pause("datacite", HOUR, "maintenance").join();
            List<Caller> callers = List.of(waitsFor(gate, "refused"), waitsFor(gate, "other"));
            gate.after(1000);
            gate.registry.resume("datacite").join();
            gate.after(60_000);

            assertThat(callers).extracting(Caller::servedAt).containsExactly(30_000L, 1000L);
        }
    }

    @Test
    void a_contour_without_keys_that_the_server_paused_is_resumed_too() {
        try (TestGate gate = TestGate.of(open())) {
            gate.call().permit().refused(new Refusal(Scope.KEY, HOUR, "429"));
            gate.registry.resume("datacite").join();

            assertThat(gate.call().isServed()).isTrue();
        }
    }

    /** The reply was decided before the pause was ended: whoever knows better does not believe it. */
    @Test
    void what_was_ended_by_hand_is_not_restored_by_a_reply_from_before() {
        try (TestGate gate = TestGate.of(open())) {
            gate.registry.pause("datacite", HOUR, "maintenance").join();
            gate.store.holdReplies();
            Caller waits = waitsFor(gate, "one");
            assertThat(gate.store.held()).isEqualTo(1);
            assertThat(gate.registry.resume("datacite")).isCompleted();
            gate.store.releaseAll();
            gate.after(100);

            assertThat(waits.isServed()).isTrue();
        }
    }

    @Test
    void while_the_store_is_away_it_holds_here_and_is_written_when_the_store_is_back() {
        try (TestGate gate = TestGate.of(open().onStoreFailure(reduced("10/s", 1)))) {
            gate.store.away(Away.REASON);
            CompletableFuture<Void> paused = gate.registry.pause("datacite", Duration.ofSeconds(60), "maintenance");
            assertThat(paused).isCompletedExceptionally();
            Caller waits = waitsFor(gate, "one");
            gate.after(10_000);
            gate.store.back();
            gate.after(100_000);

            assertThat(gate.store.pauseAsks())
                    .extracting(PauseAsk::scope, PauseAsk::length, PauseAsk::byHand)
                    .containsExactly(tuple(Scope.CONTOUR, Duration.ofSeconds(50), true));
            assertThat(waits.servedAt()).isBetween(60_000L, 60_010L);
        }
    }

    @Test
    void one_that_is_ended_by_hand_while_the_store_is_away_is_never_written() {
        try (TestGate gate = TestGate.of(open().onStoreFailure(reduced("10/s", 1)))) {
            gate.store.away(Away.REASON);
            assertThat(gate.registry.pause("datacite", HOUR, "maintenance")).isCompletedExceptionally();
            assertThat(gate.registry.resume("datacite")).isCompletedExceptionally();
            gate.store.back();
            gate.after(1000);

            assertThat(gate.store.pauseAsks()).isEmpty();
            assertThat(gate.call("one").isServed()).isTrue();
        }
    }

    @Test
    void an_unknown_contour_and_a_pause_of_no_length_are_errors() {
        try (TestGate gate = TestGate.of(open())) {
            assertThatThrownBy(() -> gate.registry.pause("datacit", HOUR, "maintenance"))
                    .isInstanceOf(UnknownContourException.class);
            assertThatThrownBy(() -> gate.registry.resume("datacit")).isInstanceOf(UnknownContourException.class);
            assertThatThrownBy(() -> gate.registry.pause("datacite", Duration.ZERO, "maintenance"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
