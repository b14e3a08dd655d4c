package dev.limiter.gate;

import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.Priority;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.test.VirtualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jetbrains.lincheck.util.LoggingLevel;
import org.junit.jupiter.api.Test;

/** The whole gate, over the in-memory store, on a clock that stands still: who has the permit? */
class GateLincheckTests {

    private static StressOptions stress(int scenarios) {
        return new StressOptions()
                .iterations(scenarios)
                .invocationsPerIteration(50)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(1)
                .logLevel(LoggingLevel.OFF)
                .minimizeFailedScenario(false);
    }

    @Test
    void whatever_happens_at_once_could_have_happened_in_turn() {
        stress(15).check(Good.class);
    }

    @Test
    void a_gate_that_looks_first_and_takes_then_is_found_out() {
        // It ends with the first one that is found.
        assertThatThrownBy(() -> stress(200).check(Bad.class)).isInstanceOf(LincheckAssertionError.class);
    }

    /** One permit; each thread has what it was given, and gives that back. */
    @Param(name = "thread", gen = ThreadIdGen.class)
    public static class Good {

        private final VirtualClock time = new VirtualClock();

        private final GateRegistry registry = this.time
                .registry(new InMemoryBucketStore(this.time))
                .contours(List.of(TestGate.contour("1/h", 1).build()))
                .build();

        private final Limiter limiter = this.registry.limiter("datacite");

        private final List<Deque<Permit>> permits =
                List.of(new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>());

        private final List<Deque<CompletableFuture<Permit>>> futures =
                List.of(new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>());

        @Operation
        public boolean tryAcquire(@Param(name = "thread") int thread) {
            Optional<Permit> permit = this.limiter.tryAcquire(1);
            permit.ifPresent(this.permits.get(thread)::add);
            return permit.isPresent();
        }

        @Operation
        public void acquire(@Param(name = "thread") int thread) {
            this.futures.get(thread).add(this.limiter.acquireAsync(patient(Priority.NORMAL)));
        }

        /** Whether the wait was ended; where it was not, the permit is the thread's. */
        @Operation
        public String cancel(@Param(name = "thread") int thread) {
            CompletableFuture<Permit> future = this.futures.get(thread).pollLast();
            if (future == null) {
                return "none";
            }
            if (future.cancel(false)) {
                return "cancelled";
            }
            this.permits.get(thread).add(future.join());
            return "served";
        }

        @Operation
        public boolean giveBack(@Param(name = "thread") int thread) {
            Permit permit = this.permits.get(thread).pollLast();
            if (permit != null) {
                permit.giveBack();
            }
            return permit != null;
        }

        @Operation
        public void pause() {
            this.limiter.pause(Duration.ofHours(1), "by hand").join();
        }
    }

    /** Known to be bad, so that the check above is known to be one. */
    @Param(name = "thread", gen = ThreadIdGen.class)
    public static class Bad {

        private final int[] taken = new int[4];

        private int left = 1;

        @Operation
        public boolean tryAcquire(@Param(name = "thread") int thread) {
            if (this.left == 0) {
                return false;
            }
            Thread.yield();
            this.left--;
            this.taken[thread]++;
            return true;
        }

        @Operation
        public boolean giveBack(@Param(name = "thread") int thread) {
            if (this.taken[thread] == 0) {
                return false;
            }
            this.taken[thread]--;
            this.left++;
            return true;
        }
    }
}
