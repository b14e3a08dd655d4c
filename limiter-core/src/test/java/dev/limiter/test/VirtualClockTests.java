package dev.limiter.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.gate.GateRegistry;
import dev.limiter.gate.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VirtualClockTests {

    private static final Contour ONE_AN_HOUR = Contour.named("datacite")
            .limit(Rate.parse("1/h"), 1)
            .arrivalJitter(Duration.ZERO)
            .maxWait(Duration.ofDays(1))
            .build();

    private final VirtualClock clock = new VirtualClock();

    private final List<String> ran = new ArrayList<>();

    private long in(long millis) {
        return this.clock.micros() + millis * 1000;
    }

    private Runnable says(String what) {
        return () -> this.ran.add(what + " at " + this.clock.passed().toMillis());
    }

    private GateRegistry registry() {
        return this.clock
                .registry(new InMemoryBucketStore(this.clock))
                .contours(List.of(ONE_AN_HOUR))
                .build();
    }

    @Test
    void callers_of_a_registry_are_served_when_the_clock_comes_to_their_slots() {
        try (GateRegistry registry = registry()) {
            Limiter limiter = registry.limiter("datacite");
            List<Duration> served = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                CompletionStage<Permit> permit = limiter.acquireAsync();
                permit.thenRun(() -> served.add(this.clock.passed()));
            }
            this.clock.advance(Duration.ofMinutes(59));
            assertThat(served).containsExactly(Duration.ZERO);

            this.clock.advance(Duration.ofMinutes(61));
            assertThat(served).containsExactly(Duration.ZERO, Duration.ofHours(1), Duration.ofHours(2));
            assertThat(this.clock.passed()).isEqualTo(Duration.ofHours(2));
        }
    }

    @Test
    void what_is_due_runs_in_the_order_of_its_instants_each_at_its_own() {
        Timer timer = this.clock.timer();
        timer.at(in(20), says("late"));
        timer.at(in(10), says("early"));
        timer.at(in(10), says("next"));
        timer.at(in(15), says("never")).cancel();
        timer.at(in(31), says("far"));
        this.clock.advance(Duration.ofMillis(30));

        assertThat(this.ran).containsExactly("early at 10", "next at 10", "late at 20");
        assertThat(this.clock.passed()).isEqualTo(Duration.ofMillis(30));
        assertThat(this.clock.pending()).isEqualTo(1);
    }

    @Test
    void a_clock_that_was_stopped_runs_afterwards_what_was_due_meanwhile() {
        this.clock.timer().at(in(10), says("due"));
        this.clock.stop(Duration.ofMillis(50));
        assertThat(this.ran).isEmpty();

        assertThat(this.clock.advanceToNext()).isTrue();
        assertThat(this.clock.advanceToNext()).isFalse();
        assertThat(this.ran).containsExactly("due at 50");
    }

    @Test
    void a_timer_that_is_closed_runs_nothing_more_and_others_do() {
        Timer one = this.clock.timer();
        Timer other = this.clock.timer();
        one.at(in(10), says("one"));
        other.at(in(10), says("other"));
        one.close();
        one.at(in(10), says("one after its end"));
        this.clock.advance(Duration.ofMillis(10));

        assertThat(this.ran).containsExactly("other at 10");
    }

    @Test
    void what_is_set_too_late_waits_for_the_next_move_or_runs_at_once_elsewhere() throws Exception {
        Timer timer = this.clock.timer();
        timer.at(in(-1), says("overdue"));
        assertThat(this.ran).isEmpty();
        this.clock.advance(Duration.ZERO);
        assertThat(this.ran).containsExactly("overdue at 0");

        VirtualClock withThreads = new VirtualClock(ForkJoinPool.commonPool());
        CompletableFuture<String> thread = new CompletableFuture<>();
        withThreads
                .timer()
                .at(
                        withThreads.micros(),
                        () -> thread.complete(Thread.currentThread().getName()));
        assertThat(thread.get(10, TimeUnit.SECONDS))
                .isNotEqualTo(Thread.currentThread().getName());
    }

    @Test
    void a_test_can_wait_until_a_thread_waits() throws Exception {
        VirtualClock withThreads = new VirtualClock(ForkJoinPool.commonPool());
        try (GateRegistry registry = withThreads
                .registry(new InMemoryBucketStore(withThreads))
                .contours(List.of(ONE_AN_HOUR))
                .build()) {
            Limiter limiter = registry.limiter("datacite");
            limiter.acquire().close();
            CompletableFuture<Duration> waited = CompletableFuture.supplyAsync(() -> {
                try (Permit permit = limiter.acquire()) {
                    return permit.waited();
                } catch (InterruptedException ex) {
                    throw new IllegalStateException(ex);
                }
            });
            withThreads.awaitWaiting(registry, "datacite", 1);
            withThreads.advance(Duration.ofHours(1));

            assertThat(waited.get(10, TimeUnit.SECONDS)).isEqualTo(Duration.ofHours(1));
        }
    }

    @Test
    void a_call_that_will_be_repeated_waits_too() {
        try (GateRegistry registry = registry()) {
            CompletableFuture<Void> backoff = registry.backoffs().begin("datacite", Duration.ofHours(1));
            this.clock.awaitWaiting(registry, "datacite", 1);
            this.clock.advance(Duration.ofHours(1));

            assertThat(backoff).isCompleted();
            assertThat(registry.waitingForTime("datacite")).isZero();
        }
    }

    @Test
    void a_caller_for_whom_the_store_is_being_asked_does_not_wait_for_the_clock() {
        ManualStore store = new ManualStore(this.clock);
        try (GateRegistry registry =
                this.clock.registry(store).contours(List.of(ONE_AN_HOUR)).build()) {
            store.neverAnswer();
            List<CompletableFuture<Permit>> calls = Stream.generate(registry.limiter("datacite")::acquireAsync)
                    .limit(2)
                    .toList();
            assertThat(registry.load("datacite").waiting()).isEqualTo(2);
            assertThat(registry.waitingForTime("datacite")).isZero();

            store.count();
            assertThat(calls.get(0)).isCompleted();
            assertThat(registry.waitingForTime("datacite")).isEqualTo(1);
        }
    }

    @Test
    void who_is_interrupted_while_waiting_for_callers_is_told_so() {
        Thread.currentThread().interrupt();
        try (GateRegistry registry = registry()) {
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> this.clock.awaitWaiting(registry, "datacite", 1))
                    .withMessageContaining("interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
