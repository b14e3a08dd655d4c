package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** "The gate", 6: a free place is a condition for booking, not a queue behind it. */
class ConcurrencyCapTests {

    @Test
    void nothing_is_booked_without_a_free_place() {
        try (TestGate gate = TestGate.of(contour("100/s", 50).concurrency(2))) {
            List<Caller> callers = gate.call(5, patient(Priority.NORMAL));
            gate.after(10_000);

            assertThat(callers).extracting(Caller::isServed).containsExactly(true, true, false, false, false);
            assertThat(gate.store.booked()).hasSize(2);
            assertThat(gate.time.pending()).isZero();
        }
    }

    @Test
    void a_closed_permit_frees_its_place_for_the_next_one() {
        try (TestGate gate = TestGate.of(contour("100/s", 50).concurrency(2))) {
            List<Caller> callers = gate.call(5, patient(Priority.NORMAL));
            gate.after(70);
            callers.get(1).permit().close();

            assertThat(callers.get(2).servedAt()).isEqualTo(70);
            assertThat(callers.get(3).isWaiting()).isTrue();
            callers.get(2).permit().close();
            callers.get(2).permit().close();
            assertThat(callers).extracting(Caller::isServed).containsExactly(true, true, true, true, false);
        }
    }

    @Test
    void the_place_that_comes_free_goes_to_the_most_urgent() {
        try (TestGate gate = TestGate.of(contour("100/s", 50).concurrency(1))) {
            Permit first = gate.call().permit();
            Caller batch = gate.call(patient(Priority.BATCH));
            Caller urgent = gate.call(patient(Priority.URGENT));
            first.close();

            assertThat(urgent.isServed()).isTrue();
            assertThat(batch.isWaiting()).isTrue();
        }
    }

    @Test
    void no_more_is_booked_than_there_are_places() {
        try (TestGate gate = TestGate.of(contour("1000/s", 100).concurrency(3))) {
            gate.store.holdReplies();
            gate.call(50, patient(Priority.NORMAL));
            gate.store.release();

            assertThat(gate.store.asks().get(1).costs()).hasSize(2);
        }
    }

    @Test
    void a_slow_server_is_not_sent_more_than_the_cap_whatever_the_rate_allows() {
        try (TestGate gate = TestGate.of(contour("100/s", 50).concurrency(8))) {
            Queue<Caller> inFlight = new ArrayDeque<>();
            List<Caller> waiting = new ArrayList<>(gate.call(400, patient(Priority.NORMAL)));
            RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
            while (!waiting.isEmpty()) {
                waiting.stream().filter(Caller::isServed).forEach(inFlight::add);
                waiting.removeIf(Caller::isServed);
                assertThat(inFlight).hasSizeLessThanOrEqualTo(8);
                Permit done = inFlight.remove().permit();
                if (random.nextInt(10) == 0) {
                    done.giveBack();
                } else {
                    done.close();
                }
                gate.after(random.nextInt(3) * 20L);
            }
        }
    }

    @Test
    void a_waiter_is_told_what_it_waited_for() {
        try (TestGate gate = TestGate.of(contour("100/s", 50).concurrency(1))) {
            Permit first = gate.call().permit();
            gate.call(PermitRequest.one().withMaxWait(Duration.ofSeconds(1)));
            gate.call(patient(Priority.NORMAL));
            gate.after(2000);
            first.close();

            assertThat(gate.listener.events())
                    .containsExactly(
                            "granted datacite after 0ms STORE",
                            "denied datacite after 1000ms PermitTimeoutException",
                            "granted datacite after 2000ms CONCURRENCY");
        }
    }
}
