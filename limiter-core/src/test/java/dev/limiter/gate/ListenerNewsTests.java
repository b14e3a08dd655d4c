package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.limiter.Limiter;
import dev.limiter.LimiterListener;
import dev.limiter.PauseBegun;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.StoreVerb;
import dev.limiter.WaitReason;
import dev.limiter.contour.PausePolicy;
import dev.limiter.test.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What listeners are told, so that meters and events can be made of it. */
class ListenerNewsTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final VirtualClock time = new VirtualClock();

    private final RecordingStore store = new RecordingStore(this.time);

    private final Heard heard = new Heard();

    private final GateRegistry registry = registry(this.heard);

    private final Limiter limiter = this.registry.limiter("datacite");

    private GateRegistry registry(LimiterListener listener) {
        PausePolicy plain =
                new PausePolicy(Duration.ofSeconds(5), Duration.ofHours(24), Duration.ZERO, PausePolicy.Resume.REFILL);
        return this.time
                .registry(this.store)
                .contours(List.of(contour("10/s", 3).pause(plain).build()))
                .listener(listener)
                .build();
    }

    @AfterEach
    void close() {
        this.registry.close();
    }

    private static final class Heard implements LimiterListener {

        private final List<String> refusals = new ArrayList<>();

        private final List<PauseBegun> pauses = new ArrayList<>();

        private final List<WaitReason> abandoned = new ArrayList<>();

        private final List<String> storeCalls = new ArrayList<>();

        private int over;

        @Override
        public void refused(String contour, Refusal refusal) {
            this.refusals.add(contour + " " + refusal.status() + " " + this.pauses.size());
        }

        @Override
        public void paused(PauseBegun pause) {
            this.pauses.add(pause);
        }

        @Override
        public void pauseOver(String contour) {
            this.over++;
        }

        @Override
        public void abandoned(String contour, Duration waited, WaitReason reason) {
            this.abandoned.add(reason);
        }

        @Override
        public void storeCalled(String contour, StoreVerb verb, Duration took, boolean failed) {
            this.storeCalls.add(verb + " " + took.toMillis() + (failed ? " failed" : ""));
        }
    }

    private Permit permit() {
        return this.limiter.acquireAsync().join();
    }

    private static Refusal refusal(long seconds) {
        return new Refusal(Scope.KEY, Duration.ofSeconds(seconds), "429 at A.b").of(429, "A.b");
    }

    @Test
    void each_refusal_is_told_once_with_its_status_before_its_pause() {
        Permit first = permit();
        Permit second = permit();
        first.refused(refusal(1));
        first.refused(refusal(1));
        second.refused(new Refusal(Scope.CALL, null, "503 at A.b").of(503, "A.b"));

        assertThat(this.heard.refusals).containsExactly("datacite 429 0", "datacite 503 1");
        assertThat(this.heard.pauses).hasSize(1);
    }

    @Test
    void a_pause_is_told_with_whose_request_began_it_and_with_what_a_later_refusal_adds() {
        Permit first = permit();
        Permit second = permit();
        Permit third = permit();
        first.refused(refusal(2));
        this.time.advance(SECOND);
        second.refused(refusal(3));
        third.refused(refusal(1));

        assertThat(this.heard.pauses)
                .containsExactly(
                        new PauseBegun(
                                "datacite", Duration.ofSeconds(2), Duration.ofSeconds(2), false, "429 at A.b", "A.b"),
                        new PauseBegun(
                                "datacite", Duration.ofSeconds(3), Duration.ofSeconds(2), true, "429 at A.b", "A.b"));
    }

    @Test
    void the_end_of_a_pause_is_told_once_even_where_it_has_moved() {
        Permit first = permit();
        Permit second = permit();
        first.refused(refusal(2));
        second.refused(refusal(4));
        this.time.advance(Duration.ofMillis(3999));
        assertThat(this.heard.over).isZero();
        this.time.advance(Duration.ofMillis(1));
        assertThat(this.heard.over).isEqualTo(1);
        this.time.advance(Duration.ofMinutes(1));
        assertThat(this.heard.over).isEqualTo(1);
        permit().refused(refusal(1));
        this.time.advance(SECOND);
        assertThat(this.heard.over).isEqualTo(2);
    }

    @Test
    void a_pause_that_another_process_made_longer_is_over_when_that_is() {
        try (GateRegistry other = registry(new Heard())) {
            permit().refused(refusal(2));
            other.limiter("datacite").pause(Duration.ofSeconds(5), "by hand").join();
            this.time.advance(Duration.ofMillis(4999));
            assertThat(this.heard.over).isZero();
            this.time.advance(Duration.ofMillis(1));
            assertThat(this.heard.over).isEqualTo(1);
        }
    }

    @Test
    void a_pause_that_was_ended_by_hand_has_no_end_of_its_own_in_whatever_process() {
        try (GateRegistry other = registry(new Heard())) {
            permit().refused(refusal(2));
            this.time.advance(SECOND);
            other.limiter("datacite").resume().join();
            permit().refused(refusal(2));
            this.time.advance(SECOND);
            this.limiter.resume().join();
            this.time.advance(Duration.ofMinutes(1));

            assertThat(this.heard.pauses).hasSize(2);
            assertThat(this.heard.over).isZero();
        }
    }

    @Test
    void who_gives_up_is_told_with_what_it_was_waiting_for() {
        List<Permit> permits = List.of(permit(), permit(), permit());
        this.limiter.acquireAsync(patient(Priority.NORMAL)).cancel(false);
        permits.get(0).refused(refusal(60));
        this.limiter
                .acquireAsync(PermitRequest.one().withMaxWait(Duration.ofHours(1)))
                .cancel(false);

        assertThat(this.heard.abandoned).containsExactly(WaitReason.RATE, WaitReason.PAUSE);
    }

    @Test
    void a_permit_says_what_its_caller_waited_for() {
        assertThat(permit().waitedFor()).isEqualTo(WaitReason.STORE);
        permit().refused(refusal(2));
        var waits = this.limiter.acquireAsync(patient(Priority.NORMAL));
        this.time.advance(Duration.ofSeconds(5));
        assertThat(waits.join().waitedFor()).isEqualTo(WaitReason.PAUSE);
    }

    @Test
    void each_call_of_the_store_is_told_with_the_time_that_it_took_and_whether_it_failed() {
        this.store.holdReplies();
        var waits = this.limiter.acquireAsync(patient(Priority.NORMAL));
        this.time.advance(Duration.ofMillis(20));
        assertThat(this.heard.storeCalls).isEmpty();
        this.store.fail(new IllegalStateException("broken"));
        this.store.releaseAll();
        waits.join().refused(refusal(1));
        this.limiter.resume().join();

        assertThat(this.heard.storeCalls).containsExactly("BOOK 20 failed", "BOOK 0", "PAUSE 0", "RESUME 0");
    }

    @Test
    @Timeout(20)
    void before_its_wait_a_thread_says_so_and_not_where_there_is_none() throws Exception {
        List<String> said = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            this.limiter.acquire(PermitRequest.one(), () -> said.add("waits")).close();
        }
        assertThat(said).isEmpty();
        this.limiter
                .acquire(PermitRequest.one(), () -> {
                    said.add("waits");
                    this.time.advance(SECOND);
                })
                .close();

        assertThat(said).containsExactly("waits");
    }

    @Test
    @Timeout(20)
    void what_is_thrown_before_a_wait_ends_it_and_leaves_nobody_in_the_queue() {
        List.of(permit(), permit(), permit());

        assertThatIllegalStateException()
                .isThrownBy(() -> this.limiter.acquire(PermitRequest.one(), () -> {
                    throw new IllegalStateException("no");
                }));

        assertThat(this.registry.load("datacite").waiting()).isZero();
        assertThat(this.heard.abandoned).containsExactly(WaitReason.RATE);
    }

    @ParameterizedTest
    @ValueSource(longs = {500, 3000})
    void the_end_of_a_pause_that_began_while_the_store_was_away_is_told_once_too(long backAtMillis) {
        Permit refused = permit();
        this.store.away(Away.REASON);
        refused.refused(refusal(2));
        this.time.advance(Duration.ofMillis(backAtMillis));
        this.store.back();
        assertThat(this.heard.over).isEqualTo((backAtMillis < 2000) ? 0 : 1);
        this.time.advance(Duration.ofMinutes(1));

        assertThat(this.heard.pauses).hasSize(1);
        assertThat(this.heard.over).isEqualTo(1);
    }
}
