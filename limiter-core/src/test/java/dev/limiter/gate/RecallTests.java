package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.test.VirtualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Permits that reach their waiters late, because the executor that tells them is slow. */
class RecallTests {

    private final VirtualClock time = new VirtualClock();

    private final Queue<Runnable> completions = new ArrayDeque<>();

    /** A registry whose callers are told only when the test runs the completions. */
    private GateRegistry slowToTell(String rate, long capacity) {
        return this.time
                .registry(new RecordingStore(this.time))
                .contours(List.of(contour(rate, capacity).build()))
                .completions(this.completions::add)
                .build();
    }

    private void tell() {
        for (int i = this.completions.size(); i > 0; i--) {
            this.completions.remove().run();
        }
    }

    private Caller call(GateRegistry registry) {
        return new Caller(this.time, registry.limiter("datacite"), patient(Priority.NORMAL));
    }

    @Test
    void a_permit_that_reaches_its_waiter_too_late_is_booked_again_and_the_waiter_keeps_its_place() {
        try (GateRegistry registry = slowToTell("1/s", 1)) {
            call(registry);
            Caller slow = call(registry);
            Caller next = call(registry);
            this.time.advance(Duration.ofSeconds(1));
            this.time.advance(Duration.ofMillis(31));
            tell();
            assertThat(slow.isWaiting()).isTrue();
            for (int i = 0; i < 3000; i++) {
                this.time.advance(Duration.ofMillis(1));
                tell();
            }

            assertThat(slow.servedAt()).isEqualTo(2000);
            assertThat(next.servedAt()).isEqualTo(3000);
        }
    }

    @Test
    void a_permit_that_reaches_its_waiter_after_a_pause_began_is_void_and_the_waiter_keeps_its_place() {
        try (GateRegistry registry = slowToTell("100/s", 1)) {
            Permit refused = call(registry).permit();
            Caller first = call(registry);
            Caller second = call(registry);
            this.time.advance(Duration.ofMillis(10));
            refused.refused(new Refusal(Scope.KEY, Duration.ofSeconds(5), "429"));
            tell();
            assertThat(first.isWaiting()).isTrue();
            for (int i = 0; i < 6000; i++) {
                this.time.advance(Duration.ofMillis(1));
                tell();
            }

            assertThat(first.servedAt()).isGreaterThanOrEqualTo(5010);
            assertThat(second.servedAt()).isEqualTo(first.servedAt() + 10);
        }
    }

    @Test
    void an_executor_that_is_always_too_late_serves_all_the_same() {
        try (GateRegistry registry = slowToTell("1/s", 1)) {
            call(registry);
            Caller slow = call(registry);
            for (int i = 0; i < 4; i++) {
                this.time.advance(Duration.ofMillis(1500));
                tell();
            }

            assertThat(slow.isServed()).isTrue();
        }
    }

    @Test
    void a_waiter_that_waits_again_still_has_its_max_wait() {
        try (GateRegistry registry = slowToTell("1/s", 1)) {
            call(registry);
            Caller slow = new Caller(
                    this.time, registry.limiter("datacite"), PermitRequest.one().withMaxWait(Duration.ofMillis(1500)));
            call(registry);
            this.time.advance(Duration.ofMillis(1100));
            tell();
            assertThat(slow.isWaiting()).isTrue();
            this.time.advance(Duration.ofMillis(400));
            tell();

            assertThat(slow.deniedAt()).isEqualTo(1500);
        }
    }

    @Test
    void a_waiter_that_gives_up_before_it_is_told_leaves_its_slot_to_the_next_one() {
        try (GateRegistry registry = slowToTell("1/s", 1)) {
            call(registry);
            Caller gone = call(registry);
            Caller next = call(registry);
            this.time.advance(Duration.ofSeconds(1));
            gone.giveUp();
            tell();
            tell();

            assertThat(next.servedAt()).isEqualTo(1000);
        }
    }
}
