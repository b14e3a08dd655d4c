package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.Permit;
import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.UnknownContourException;
import dev.limiter.contour.Contour;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.PausePolicy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What a process knows, for people who look. */
class OverviewTests {

    private static final String CAUSE = "429 at RecordClient.deposit";

    private static ContourBuilder shop() {
        PausePolicy pause = PausePolicy.DEFAULT;
        return contour("1/s", 10).pause(new PausePolicy(pause.fallback(), pause.max(), Duration.ZERO, pause.resume()));
    }

    private static ContourState state(TestGate gate) {
        return gate.registry.overview().contour("datacite");
    }

    private static KeyState state(TestGate gate, String key) {
        return gate.registry.overview().key("datacite", key).orElseThrow();
    }

    private static Refusal refusal(Scope scope, long seconds) {
        return new Refusal(scope, Duration.ofSeconds(seconds), CAUSE);
    }

    @Test
    void a_key_has_its_permits_its_callers_and_its_requests() {
        try (TestGate gate = TestGate.of(shop())) {
            Permit permit = gate.call("a").permit();
            Caller waits = new Caller(gate.time, gate.limiter("a"), patient(10));
            gate.call("b").permit().close();

            KeyState a = state(gate, "a");
            assertThat(a.key()).isEqualTo("a");
            assertThat(a.waiting()).isEqualTo(1);
            assertThat(a.inFlight()).isEqualTo(1);
            assertThat(a.pause()).isNull();
            assertThat(state(gate, "b").permitsLeft()).isEqualTo(OptionalLong.of(9));
            assertThat(state(gate).load().keys()).isEqualTo(2);
            waits.giveUp();
            permit.close();
            assertThat(state(gate, "a").waiting()).isZero();
            assertThat(state(gate, "a").inFlight()).isZero();
            assertThat(gate.registry.overview().key("datacite", "c")).isEmpty();
        }
    }

    @Test
    void a_pause_of_a_key_says_how_long_it_lasts_and_why_and_does_not_show_as_the_contours() {
        try (TestGate gate = TestGate.of(shop())) {
            gate.call("a").permit().refused(refusal(Scope.KEY, 30));
            gate.call("b").permit().close();
            assertThat(state(gate, "b").pause()).isNull();
            gate.after(10_000);

            assertThat(state(gate, "a").pause())
                    .isEqualTo(new PauseState(Scope.KEY, Duration.ofSeconds(20), 1, CAUSE, true));
            assertThat(state(gate).pause()).isNull();
            assertThat(state(gate).pausedKeys()).isEqualTo(1);
            gate.after(20_000);
            assertThat(state(gate, "a").pause()).isNull();
            assertThat(state(gate).pausedKeys()).isZero();
        }
    }

    @Test
    void a_pause_of_the_contour_shows_there_and_at_each_key_and_ends_by_hand() {
        try (TestGate gate = TestGate.of(shop())) {
            gate.call("a").permit().close();
            gate.registry
                    .pause("datacite", Duration.ofSeconds(60), "maintenance")
                    .join();

            PauseState wide = new PauseState(Scope.CONTOUR, Duration.ofSeconds(60), 0, "maintenance", true);
            assertThat(state(gate).pause()).isEqualTo(wide);
            assertThat(state(gate, "a").pause()).isEqualTo(wide);
            assertThat(state(gate).pausedKeys()).isZero();
            gate.registry.resume("datacite").join();
            assertThat(state(gate).pause()).isNull();
        }
    }

    @Test
    void of_two_pauses_the_one_that_ends_last_shows() {
        try (TestGate gate = TestGate.of(shop())) {
            gate.call("a").permit().refused(refusal(Scope.KEY, 30));
            gate.registry
                    .pause("datacite", Duration.ofSeconds(60), "maintenance")
                    .join();
            assertThat(pause(gate).scope()).isEqualTo(Scope.CONTOUR);
            gate.limiter("a").pause(Duration.ofSeconds(90), "by name").join();
            assertThat(pause(gate).cause()).isEqualTo("by name");
        }
    }

    private static PauseState pause(TestGate gate) {
        return Objects.requireNonNull(state(gate, "a").pause());
    }

    @Test
    void a_contour_without_keys_shows_the_pause_of_its_only_bucket() {
        try (TestGate gate = TestGate.of(shop())) {
            gate.call().permit().refused(refusal(Scope.KEY, 30));

            assertThat(state(gate).pause())
                    .isEqualTo(new PauseState(Scope.KEY, Duration.ofSeconds(30), 1, CAUSE, true));
            assertThat(state(gate).pausedKeys()).isZero();
            assertThat(state(gate).load().keys()).isZero();
        }
    }

    @Test
    void a_pause_that_another_process_reported_has_no_cause_here() {
        try (TestGate gate = TestGate.of(shop());
                GateRegistry other = gate.time
                        .registry(gate.store)
                        .contours(List.of(shop().build()))
                        .build()) {
            gate.call("a").permit().close();
            other.limiter("datacite", "a")
                    .pause(Duration.ofSeconds(30), "maintenance")
                    .join();

            assertThat(state(gate, "a").pause())
                    .isEqualTo(new PauseState(Scope.KEY, Duration.ofSeconds(30), 0, null, true));
        }
    }

    @Test
    void a_pause_that_the_store_has_not_taken_says_so_and_keeps_its_cause_when_it_has() {
        try (TestGate gate = TestGate.of(shop())) {
            Permit permit = gate.call("a").permit();
            gate.store.away(Away.REASON);
            permit.refused(refusal(Scope.KEY, 30));
            assertThat(state(gate, "a").pause())
                    .isEqualTo(new PauseState(Scope.KEY, Duration.ofSeconds(30), 0, CAUSE, false));
            gate.store.back();
            assertThat(state(gate, "a").pause())
                    .isEqualTo(new PauseState(Scope.KEY, Duration.ofSeconds(30), 1, CAUSE, true));
        }
    }

    @Test
    void keys_come_in_pages_in_their_order_and_without_the_empty_one() {
        try (TestGate gate = TestGate.of(shop())) {
            List.of("c", "a", "", "d", "b").forEach(gate::call);

            Overview overview = gate.registry.overview();
            assertThat(overview.keys("datacite", 0, 3))
                    .extracting(KeyState::key)
                    .containsExactly("a", "b", "c");
            assertThat(overview.keys("datacite", 3, 3))
                    .extracting(KeyState::key)
                    .containsExactly("d");
            assertThat(overview.keys("datacite", 6, 3)).isEmpty();
        }
    }

    @Test
    void a_key_is_found_by_an_id_that_does_not_show_it() {
        try (TestGate gate = TestGate.of(shop())) {
            gate.call("tenant-7");
            String id = state(gate, "tenant-7").id();

            assertThat(id).matches("[A-Za-z0-9_-]{24}").doesNotContain("tenant");
            assertThat(gate.registry.overview().keyOfId("datacite", id))
                    .map(KeyState::key)
                    .contains("tenant-7");
            assertThat(gate.registry.overview().keyOfId("datacite", "tenant-7")).isEmpty();
        }
    }

    /** Nobody without the secret can try keys against the ids. */
    @Test
    void with_a_key_secret_the_ids_are_other_ones_and_a_credentials_hash_is_its_id() {
        KeyIds bare = new KeyIds(null);
        KeyIds keyed = new KeyIds(new KeyHash("a secret of some length"));
        Contour open = shop().build();
        Contour secret = shop().secretKeys(true).build();

        assertThat(keyed.of(open, "tenant-7")).isNotEqualTo(bare.of(open, "tenant-7"));
        assertThat(keyed.of(secret, "hashed-already")).isEqualTo("hashed-already");
        assertThat(bare.of(open, "")).isEmpty();
    }

    @Test
    void an_unknown_contour_is_an_error() {
        try (TestGate gate = TestGate.of(shop())) {
            Overview overview = gate.registry.overview();
            assertThatThrownBy(() -> overview.contour("other")).isInstanceOf(UnknownContourException.class);
            assertThatThrownBy(() -> overview.key("other", "")).isInstanceOf(UnknownContourException.class);
            assertThatThrownBy(() -> overview.keyOfId("other", "")).isInstanceOf(UnknownContourException.class);
            assertThatThrownBy(() -> overview.keys("other", 0, 1)).isInstanceOf(UnknownContourException.class);
        }
    }
}
