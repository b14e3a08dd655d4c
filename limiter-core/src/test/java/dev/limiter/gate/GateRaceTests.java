package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.Priority;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two things in the same moment, many times over: whichever is first, the permit is with somebody. */
@Timeout(60)
class GateRaceTests {

    private static final int ROUNDS = 500;

    /** A gate whose only permit is gone; the next one is there a second later. */
    private static TestGate emptyGate() {
        TestGate gate = TestGate.of(contour("1/s", 1));
        assertThat(gate.limiter().tryAcquire(1)).isPresent();
        return gate;
    }

    @Test
    void a_permit_that_is_granted_while_its_future_is_cancelled_is_not_lost() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            try (TestGate gate = emptyGate()) {
                CompletableFuture<Permit> future = gate.limiter().acquireAsync(patient(Priority.NORMAL));
                Threads.run(2, thread -> {
                    if (thread == 0) {
                        gate.after(1000);
                    } else {
                        future.cancel(false);
                    }
                });
                boolean served = !future.isCancelled();

                assertThat(gate.limiter().tryAcquire(1).isPresent()).isEqualTo(!served);
                assertThat(gate.listener.events()).hasSize(3);
            }
        }
    }

    @Test
    void a_permit_that_is_granted_while_its_thread_is_interrupted_is_not_lost() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            try (TestGate gate = emptyGate()) {
                Blocked blocked = new Blocked(gate.limiter());
                blocked.awaitParked();
                Threads.run(2, thread -> {
                    if (thread == 0) {
                        gate.after(1000);
                    } else {
                        blocked.thread.interrupt();
                    }
                });
                blocked.thread.join(10_000);
                boolean served = blocked.permit.get() != null;

                assertThat(blocked.wasInterrupted).isNotEqualTo(served);
                assertThat(gate.limiter().tryAcquire(1).isPresent()).isEqualTo(!served);
            }
        }
    }

    /** A thread that waits for a permit. */
    private static final class Blocked {

        final AtomicReference<@Nullable Permit> permit = new AtomicReference<>();

        final Thread thread;

        volatile boolean wasInterrupted;

        Blocked(Limiter limiter) {
            this.thread = new Thread(() -> {
                try {
                    this.permit.set(limiter.acquire(patient(Priority.NORMAL)));
                } catch (InterruptedException ex) {
                    this.wasInterrupted = true;
                }
            });
            this.thread.setDaemon(true);
            this.thread.start();
        }

        void awaitParked() {
            Threads.await(() -> this.thread.getState() == Thread.State.WAITING);
        }
    }

    @Test
    void a_blocked_thread_is_interruptible_and_leaves_its_slot_to_the_next_one() throws Exception {
        try (TestGate gate = emptyGate()) {
            Blocked blocked = new Blocked(gate.limiter());
            blocked.awaitParked();
            Caller next = gate.call(patient(Priority.NORMAL));
            blocked.thread.interrupt();
            blocked.thread.join(10_000);

            assertThat(blocked.wasInterrupted).isTrue();
            gate.after(1000);
            assertThat(next.servedAt()).isEqualTo(1000);
            assertThat(gate.listener.events("abandoned")).hasSize(1);
        }
    }

    @Test
    void a_thread_that_comes_interrupted_takes_what_is_there_and_else_does_not_wait() throws Exception {
        try (TestGate gate = TestGate.of(contour("1/s", 1))) {
            List<String> outcomes = Collections.synchronizedList(new ArrayList<>());
            Threads.run(1, thread -> {
                Thread.currentThread().interrupt();
                try {
                    gate.limiter().acquire();
                    outcomes.add(
                            "permit, interrupted: " + Thread.currentThread().isInterrupted());
                    gate.limiter().acquire();
                } catch (InterruptedException ex) {
                    outcomes.add("interrupted");
                }
            });

            assertThat(outcomes).containsExactly("permit, interrupted: true", "interrupted");
        }
    }

    @Test
    void a_caller_that_comes_while_a_key_retires_is_served_from_one_bucket() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            try (TestGate gate = TestGate.of(contour("1/s", 1))) {
                Limiter limiter = gate.limiter("key");
                assertThat(limiter.tryAcquire(1)).isPresent();
                gate.after(1000);
                List<Permit> permits = Collections.synchronizedList(new ArrayList<>());
                Threads.run(3, thread -> {
                    if (thread == 0) {
                        gate.time.advance(Duration.ofNanos(1000));
                    } else {
                        limiter.tryAcquire(1).ifPresent(permits::add);
                    }
                });

                assertThat(permits).hasSize(1);
                gate.after(5000);
                assertThat(gate.registry.size()).isZero();
            }
        }
    }

    @Test
    void an_answer_of_the_store_while_its_only_waiter_leaves_loses_no_slot() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            try (TestGate gate = TestGate.of(contour("1/s", 1))) {
                gate.store.holdReplies();
                CompletableFuture<Permit> future = gate.limiter().acquireAsync();
                Threads.run(2, thread -> {
                    if (thread == 0) {
                        gate.store.releaseAll();
                    } else {
                        future.cancel(false);
                    }
                });
                boolean served = !future.isCancelled();

                assertThat(gate.limiter().tryAcquire(1).isPresent()).isEqualTo(!served);
            }
        }
    }

    @Test
    void close_while_callers_come_leaves_none_of_them_waiting() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            TestGate gate = emptyGate();
            CyclicBarrier half = new CyclicBarrier(2);
            List<CompletableFuture<Permit>> futures = Collections.synchronizedList(new ArrayList<>());
            Threads.run(2, thread -> {
                half.await();
                if (thread == 0) {
                    gate.registry.close();
                } else {
                    for (int i = 0; i < 10; i++) {
                        futures.add(gate.limiter().acquireAsync(patient(Priority.NORMAL)));
                        futures.add(gate.limiter("key" + i).acquireAsync(patient(1)));
                        futures.add(gate.limiter("key" + i).acquireAsync(patient(1)));
                    }
                }
            });

            assertThat(futures).allMatch(CompletableFuture::isDone);
        }
    }
}
