package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.limiter.Limiter;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a permit costs, counted: nothing here is timed. */
class CostOfAPermitTests {

    private static final int MANY = 20_000;

    private static final int MOST_TRIES = 500;

    private static final long SMALL_OBJECT = 80;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Once its code is compiled, the permit is all that is made. */
    @Test
    void a_permit_that_is_there_leaves_one_small_object_of_garbage() throws InterruptedException {
        Contour contour = Contour.named("hot")
                .limit(new Rate(100_000_000, Duration.ofSeconds(1)), 100_000_000)
                .build();
        try (GateRegistry registry = GateRegistry.builder(new InMemoryBucketStore())
                .contours(List.of(contour))
                .build()) {
            Limiter limiter = registry.limiter("hot");
            long bytes = Long.MAX_VALUE;
            for (int i = 0; i < MOST_TRIES && bytes > SMALL_OBJECT; i++) {
                bytes = bytesOfOne(limiter);
            }
            assertThat(bytes).isBetween(16L, SMALL_OBJECT);
        }
    }

    private static long bytesOfOne(Limiter limiter) throws InterruptedException {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < MANY; i++) {
            limiter.acquire().close();
        }
        return (THREADS.getCurrentThreadAllocatedBytes() - before) / MANY;
    }

    @Test
    void an_idle_contour_costs_one_store_call_a_permit() {
        try (TestGate gate = TestGate.of(contour("100/s", 20))) {
            for (int i = 0; i < 50; i++) {
                gate.call().permit().close();
                gate.after(10);
            }
            assertThat(gate.store.calls()).isEqualTo(50);
        }
    }

    /**
     * At 100/s with a horizon of 250 ms a call books at most half of what the horizon holds, and is made when that is used;
     * the capacity goes in a few more at the start. A wake-up comes for each slot, however many wait.
     */
    @ParameterizedTest
    @CsvSource({"10, 10, 0", "100, 28, 80", "1000, 103, 980", "10000, 853, 9980"})
    void callers_who_wait_share_calls_and_each_slot_wakes_once(int waiting, int calls, int wakeUps) {
        try (TestGate gate = TestGate.of(contour("100/s", 20).maxWaiting(100_000))) {
            List<Caller> callers = gate.call(waiting, patient(1));
            int woken = 0;
            while (callers.get(waiting - 1).isWaiting()) {
                assertThat(gate.time.advanceToNext()).isTrue();
                woken++;
            }
            assertThat(gate.store.calls()).isEqualTo(calls);
            assertThat(woken).isEqualTo(wakeUps);
        }
    }
}
