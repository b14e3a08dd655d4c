package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Priority;
import dev.limiter.contour.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ten thousand waiters, of whom many give up, in virtual time: exactly. */
class ManyWaitersTests {

    @ParameterizedTest
    @CsvSource({"100/s, 1, 1", "100/s, 100, 2", "1000/s, 10, 3", "7/s, 1, 4"})
    void ten_thousand_waiters_with_30_percent_cancellations_keep_99_percent_of_the_rate(
            String rate, int capacity, long seed) {
        Random random = new Random(seed);
        try (TestGate gate = TestGate.of(contour(rate, capacity))) {
            double perSecond = Rate.parse(rate).perSecond();
            List<Caller> callers = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                Priority priority = Priority.values()[random.nextInt(3)];
                callers.add(gate.call(patient(priority)));
            }
            List<Caller> leaving = new ArrayList<>(callers);
            Collections.shuffle(leaving, random);
            leaving = leaving.subList(0, 3000);
            // All leave at random moments of the time in which the queue would be half served.
            long stepMicros = (long) (5000 / perSecond * 1e6 / leaving.size());
            for (Caller caller : leaving) {
                gate.time.advance(Duration.ofNanos(1000 * (long) (random.nextDouble() * 2 * stepMicros)));
                caller.future().cancel(false);
            }
            while (callers.stream().anyMatch(Caller::isWaiting)) {
                assertThat(gate.time.advanceToNext()).isTrue();
            }

            long served = callers.stream().filter(Caller::isServed).count();
            double seconds = gate.time.passed().toNanos() / 1e9;
            assertThat(served).isGreaterThanOrEqualTo(7000);
            assertThat((double) served).isBetween(0.99 * perSecond * seconds, capacity + perSecond * seconds + 0.001);
            assertThat(gate.listener.events("granted")).hasSize((int) served);
            assertThat(gate.listener.events("abandoned")).hasSize(10_000 - (int) served);
        }
    }

    @Test
    void ten_thousand_waiters_of_as_many_different_costs_are_served_in_order() {
        try (TestGate gate = TestGate.of(contour("1000000/s", 10_000))) {
            List<Caller> callers = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                callers.add(gate.call(patient(10_000 - i)));
            }
            gate.after(60_000);

            assertThat(callers).extracting(Caller::servedAt).isSorted();
            assertThat(callers.get(9999).servedAt()).isEqualTo(49_995);
        }
    }
}
