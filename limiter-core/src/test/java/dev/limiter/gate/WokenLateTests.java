package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.LimiterClosedException;
import dev.limiter.Permit;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that were parked for a permit, and run again when it has gone out of date. */
@Timeout(30)
class WokenLateTests {

    private final TestGate gate = TestGate.of(contour("10/s", 1));

    @Test
    void a_thread_that_wakes_too_late_waits_once_more() throws InterruptedException {
        this.gate.call().permit().close();
        Permit permit = this.gate.limiter().acquire(patient(1), () -> {
            this.gate.after(100);
            this.gate.time.stop(Duration.ofMillis(500));
        });

        assertThat(permit.waited()).isEqualTo(Duration.ofMillis(600));
        assertThat(this.gate.listener.events("granted"))
                .containsExactly("granted datacite after 0ms STORE", "granted datacite after 600ms RATE");
        Caller next = this.gate.call();
        this.gate.after(100);
        assertThat(next.servedAt()).isEqualTo(700);
    }

    @Test
    void a_key_stays_until_the_thread_that_was_parked_for_it_runs_again() throws InterruptedException {
        this.gate.call("key").permit().close();
        Permit permit = this.gate.limiter("key").acquire(patient(1), () -> {
            this.gate.after(100);
            this.gate.after(10_000);
            assertThat(this.gate.registry.size()).isEqualTo(1);
        });
        permit.close();
        this.gate.after(60_000);

        assertThat(this.gate.registry.size()).isZero();
        assertThat(this.gate.store.buckets()).isZero();
        assertThat(this.gate.time.pending()).isZero();
    }

    @Test
    void a_thread_that_wakes_in_a_pause_waits_for_its_end_at_the_place_that_it_had() throws InterruptedException {
        this.gate.call().permit().close();
        CompletableFuture<Caller> behind = new CompletableFuture<>();
        CompletableFuture<Boolean> moved = new CompletableFuture<>();
        Permit permit = this.gate.limiter().acquire(patient(1), () -> {
            this.gate.after(100);
            assertThat(this.gate.limiter().pause(Duration.ofSeconds(2), "by hand"))
                    .isCompleted();
            behind.complete(this.gate.call());
            moved.completeAsync(() -> {
                this.gate.time.awaitWaiting(this.gate.registry, "datacite", 2);
                this.gate.after(2_100);
                return true;
            });
        });

        // the contour resumes empty
        assertThat(permit.waited()).isEqualTo(Duration.ofMillis(2_200));
        assertThat(permit.isVoid()).isFalse();
        assertThat(moved).succeedsWithin(Duration.ofSeconds(10));
        this.gate.after(100);
        assertThat(behind.join().servedAt()).isEqualTo(2_300);
    }

    @Test
    void a_thread_whose_registry_was_closed_while_it_slept_is_told_so() {
        this.gate.call().permit().close();
        assertThat(CompletableFuture.supplyAsync(() -> {
                    try {
                        return this.gate.limiter().acquire(patient(1), () -> {
                            this.gate.after(100);
                            this.gate.close();
                        });
                    } catch (InterruptedException ex) {
                        throw new IllegalStateException(ex);
                    }
                }))
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(LimiterClosedException.class);
    }
}
