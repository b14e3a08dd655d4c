package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.CostAboveCapacityException;
import dev.limiter.Limiter;
import dev.limiter.LimiterClosedException;
import dev.limiter.Permit;
import dev.limiter.Priority;
import dev.limiter.StoreUnavailableException;
import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.InMemoryBucketStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** {@link Limiter#tryAcquire(int)}: a permit if there is one now. */
class TryAcquireTests {

    @Test
    void a_permit_if_there_is_one_now() {
        try (TestGate gate = TestGate.of(contour("1/s", 3))) {
            assertThat(gate.limiter().tryAcquire(2)).isPresent();
            assertThat(gate.limiter().tryAcquire(2)).isEmpty();
            assertThat(gate.limiter().tryAcquire(1)).isPresent();
            gate.after(999);
            assertThat(gate.limiter().tryAcquire(1)).isEmpty();
            gate.after(1);
            assertThat(gate.limiter().tryAcquire(1)).isPresent();
        }
    }

    @Test
    void what_was_refused_was_not_taken() {
        try (TestGate gate = TestGate.of(contour("1/s", 1))) {
            assertThat(gate.limiter().tryAcquire(1)).isPresent();
            for (int i = 0; i < 100; i++) {
                gate.after(9);
                assertThat(gate.limiter().tryAcquire(1)).isEmpty();
            }
            gate.after(100);

            assertThat(gate.limiter().tryAcquire(1)).isPresent();
        }
    }

    @Test
    void what_was_given_back_is_there_though_a_reply_crossed_it() {
        try (TestGate gate = TestGate.of(contour("1/h", 1))) {
            Permit permit = gate.limiter().tryAcquire(1).orElseThrow();
            List<Boolean> meanwhile = new ArrayList<>();
            gate.store.beforeGivingBack(
                    () -> meanwhile.add(gate.limiter().tryAcquire(1).isPresent()));
            permit.giveBack();

            assertThat(meanwhile).containsExactly(false);
            assertThat(gate.limiter().tryAcquire(1)).isPresent();
        }
    }

    @Test
    void none_while_others_wait() {
        try (TestGate gate = TestGate.of(contour("1/s", 1))) {
            gate.call();
            Caller waits = gate.call(patient(Priority.BATCH));
            assertThat(gate.limiter().tryAcquire(1)).isEmpty();
            gate.after(1000);

            assertThat(waits.servedAt()).isEqualTo(1000);
            assertThat(gate.limiter().tryAcquire(1)).isEmpty();
        }
    }

    @Test
    void none_while_others_wait_for_a_place_or_in_a_pause_or_in_a_full_queue() {
        try (TestGate gate = TestGate.of(contour("100/s", 50).concurrency(1).maxWaiting(1))) {
            Permit first = gate.limiter().tryAcquire(1).orElseThrow();
            assertThat(gate.limiter().tryAcquire(1)).isEmpty();
            gate.call(patient(Priority.NORMAL));
            assertThat(gate.limiter().tryAcquire(1)).isEmpty();
            first.close();
            gate.limiter().pause(Duration.ofSeconds(1), "by hand").join();
            assertThat(gate.limiter().tryAcquire(1)).isEmpty();
        }
    }

    @Test
    void what_no_wait_would_help_is_an_exception_all_the_same() {
        try (TestGate gate = TestGate.of(contour("1/s", 3))) {
            assertThatThrownBy(() -> gate.limiter().tryAcquire(4)).isInstanceOf(CostAboveCapacityException.class);
            gate.store.throwAlways(new IllegalStateException("not connected"));
            assertThatThrownBy(() -> gate.limiter().tryAcquire(1)).isInstanceOf(StoreUnavailableException.class);
            gate.registry.close();
            assertThatThrownBy(() -> gate.limiter().tryAcquire(1)).isInstanceOf(LimiterClosedException.class);
        }
    }

    @Test
    void the_time_that_the_call_itself_takes_does_not_make_it_late() {
        try (BucketStore store = new InMemoryBucketStore();
                GateRegistry registry = GateRegistry.builder(store)
                        .contours(List.of(contour("1000000/s", 1_000_000).build()))
                        .build()) {
            Limiter limiter = registry.limiter("datacite");
            for (int i = 0; i < 20_000; i++) {
                Optional<Permit> permit = limiter.tryAcquire(1);
                assertThat(permit).as("try %d", i).isPresent();
                permit.get().close();
            }
        }
    }

    @Test
    void an_interrupted_thread_takes_what_is_there_and_stays_interrupted() {
        try (TestGate gate = TestGate.of(contour("1/s", 3))) {
            Thread.currentThread().interrupt();

            assertThat(gate.limiter().tryAcquire(1)).isPresent();
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
