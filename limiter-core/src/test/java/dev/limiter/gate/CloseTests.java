package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.Limiter;
import dev.limiter.LimiterClosedException;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.Refusal;
import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.test.VirtualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What becomes of those who wait when the application stops. */
class CloseTests {

    @Test
    void p73_a_hundred_waiters_in_an_hours_pause_are_told_at_once() {
        TestGate gate = TestGate.of(contour("100/s", 10));
        gate.limiter().pause(Duration.ofHours(1), "maintenance").join();
        List<Caller> callers = gate.call(100, patient(Priority.NORMAL));
        gate.registry.close();

        assertThat(callers)
                .allSatisfy(caller ->
                        assertThat(caller.denial(LimiterClosedException.class)).hasMessageContaining("datacite"));
        assertThat(gate.listener.events("denied")).hasSize(100);
        assertThat(gate.time.pending()).isZero();
    }

    @Test
    void p73_nothing_is_handed_out_afterwards() {
        TestGate gate = TestGate.of(contour("1/s", 1));
        Permit before = gate.call().permit();
        List<Caller> callers = gate.call(3, patient(Priority.NORMAL));
        gate.registry.close();
        gate.after(10_000);
        before.giveBack();

        assertThat(callers).noneMatch(Caller::isServed);
        assertThat(gate.call().denial(LimiterClosedException.class)).isNotNull();
        assertThat(new Caller(gate.time, gate.limiter("a new key"), PermitRequest.one()).isServed())
                .isFalse();
        assertThat(gate.registry.size()).isLessThanOrEqualTo(1);
    }

    @Test
    void p73_what_was_held_and_what_comes_late_goes_back_to_the_bucket() {
        TestGate gate = TestGate.of(contour("100/s", 50));
        gate.store.holdReplies();
        Caller waits = gate.call();
        gate.registry.close();
        gate.store.releaseAll();

        assertThat(waits.isServed()).isFalse();
        assertThat(gate.store.givenBack()).hasSize(1);
    }

    @Test
    void p73_a_permit_that_was_on_its_way_is_not_handed_over_afterwards() {
        VirtualClock time = new VirtualClock();
        RecordingStore store = new RecordingStore(time);
        Queue<Runnable> completions = new ArrayDeque<>();
        GateRegistry registry = time.registry(store)
                .contours(List.of(contour("1/s", 1).build()))
                .completions(completions::add)
                .build();
        assertThat(registry.limiter("datacite").tryAcquire(1)).isPresent();
        Caller caller = new Caller(time, registry.limiter("datacite"), patient(Priority.NORMAL));
        time.advance(Duration.ofSeconds(1));
        registry.close();
        while (!completions.isEmpty()) {
            completions.remove().run();
        }

        assertThat(caller.denial(LimiterClosedException.class)).isNotNull();
        assertThat(store.givenBack()).hasSize(1);
    }

    @Test
    void p73_permits_that_are_in_use_can_still_be_closed_and_reported_on() {
        TestGate gate = TestGate.of(contour("1/s", 3).concurrency(3));
        Permit one = gate.call().permit();
        Permit two = gate.call().permit();
        Permit three = gate.call().permit();
        gate.registry.close();
        one.succeeded();
        one.close();
        three.giveBack();
        two.refused(new Refusal(Refusal.Scope.KEY, null, "429 at RecordClient.deposit"));
        two.close();
        gate.registry.close();

        assertThat(gate.store.givenBack()).hasSize(1);
    }

    @Test
    void p73_no_thread_is_left_and_none_ever_held_the_process() throws Exception {
        try (BucketStore store = new InMemoryBucketStore()) {
            GateRegistry registry = GateRegistry.builder(store)
                    .contours(List.of(contour("1/h", 1).build()))
                    .build();
            Limiter limiter = registry.limiter("datacite");
            limiter.acquire().close();
            CompletableFuture<Permit> waits = limiter.acquireAsync(patient(Priority.NORMAL));
            List<Thread> timers = timerThreads();
            assertThat(timers).isNotEmpty().allMatch(Thread::isDaemon);
            registry.close();

            assertThatThrownBy(() -> waits.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(LimiterClosedException.class);
            for (Thread timer : timers) {
                timer.join(10_000);
                assertThat(timer.isAlive()).isFalse();
            }
        }
    }

    private static List<Thread> timerThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("limiter-timer"))
                .toList();
    }
}
