package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Priority;
import dev.limiter.QueueFullException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** "The gate", 4: max-waiting bounds the queue, and those who have left do not count. */
class MaxWaitingTests {

    @Test
    void who_finds_the_queue_full_is_refused_at_once() {
        try (TestGate gate = TestGate.of(contour("1/s", 1).maxWaiting(10))) {
            gate.call(11, patient(Priority.NORMAL));

            QueueFullException denial = gate.call(patient(Priority.NORMAL)).denial(QueueFullException.class);
            assertThat(denial.maxWaiting()).isEqualTo(10);
            gate.after(1000);
            assertThat(gate.call(patient(Priority.NORMAL)).isWaiting()).isTrue();
        }
    }

    @Test
    void a_queue_full_of_batch_callers_is_no_wall_before_an_urgent_one() {
        try (TestGate gate = TestGate.of(contour("1/s", 1).maxWaiting(10))) {
            gate.call().permit().close();
            List<Caller> batch = gate.call(10, patient(Priority.BATCH));

            Caller urgent = gate.call(patient(Priority.URGENT));

            assertThat(urgent.isWaiting()).isTrue();
            batch.get(9).denial(QueueFullException.class);
            assertThat(batch.subList(0, 9)).allMatch(Caller::isWaiting);
            gate.after(1000);
            urgent.permit().close();
        }
    }

    static Stream<Arguments> waysToGiveUp() {
        return Stream.of(
                Arguments.of("cancel", (Consumer<CompletableFuture<?>>) future -> future.cancel(true)),
                Arguments.of("fail", (Consumer<CompletableFuture<?>>)
                        future -> future.completeExceptionally(new TimeoutException())),
                Arguments.of("complete", (Consumer<CompletableFuture<?>>) future -> future.complete(null)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("waysToGiveUp")
    void p71_cancelled_waiters_keep_neither_their_place_nor_their_permit(
            String way, Consumer<CompletableFuture<?>> giveUp) {
        try (TestGate gate = TestGate.of(contour("10/s", 1).maxWaiting(10))) {
            gate.call().permit().close();
            List<Caller> ghosts = gate.call(10, patient(Priority.NORMAL));
            ghosts.forEach(ghost -> giveUp.accept(ghost.future()));
            List<Caller> callers = gate.call(10, patient(Priority.NORMAL));
            gate.after(1000);

            assertThat(callers).allMatch(Caller::isServed);
            assertThat(callers.get(9).servedAt()).isEqualTo(1000);
            assertThat(gate.listener.events("abandoned")).hasSize(10);
            assertThat(gate.listener.events("granted")).hasSize(11);
        }
    }

    @Test
    void p71_a_time_out_of_the_callers_own_ends_its_wait() throws Exception {
        try (TestGate gate = TestGate.of(contour("1/h", 1).maxWaiting(1))) {
            gate.call();
            CompletableFuture<?> ghost = gate.call(patient(Priority.NORMAL)).future();
            // In real time: the JDK's own timer ends it.
            CompletableFuture<Void> ended = new CompletableFuture<>();
            ghost.handle((permit, failure) -> ended.complete(null)).orTimeout(1, TimeUnit.HOURS);
            ghost.orTimeout(1, TimeUnit.MILLISECONDS);
            ended.get(10, TimeUnit.SECONDS);
            awaitAbandoned(gate);

            assertThat(gate.call(patient(Priority.NORMAL)).isWaiting()).isTrue();
        }
    }

    /** The caller hears of it before the gate does. */
    private static void awaitAbandoned(TestGate gate) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (gate.listener.events("abandoned").isEmpty() && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
    }

    @Test
    void what_hangs_on_the_future_is_not_the_future() {
        try (TestGate gate = TestGate.of(contour("1/s", 1))) {
            gate.call();
            Caller waits = gate.call(patient(Priority.NORMAL));
            CompletableFuture<String> stage = waits.future().thenApply(Object::toString);
            stage.cancel(true);
            gate.after(1000);

            assertThat(waits.isServed()).isTrue();
        }
    }

    @Test
    void a_caller_that_gives_up_twice_is_told_of_once() {
        try (TestGate gate = TestGate.of(contour("1/s", 1))) {
            gate.call();
            Caller waits = gate.call(patient(Priority.NORMAL));
            waits.future().cancel(true);
            waits.future().cancel(true);

            assertThat(gate.listener.events("abandoned")).hasSize(1);
        }
    }
}
