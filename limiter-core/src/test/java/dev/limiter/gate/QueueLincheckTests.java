package dev.limiter.gate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.util.LoggingLevel;
import org.junit.jupiter.api.Test;

/** The queue as the gate uses it, each call under one lock; and without that lock, which must be found out. */
class QueueLincheckTests {

    private static StressOptions stress(int scenarios) {
        return new StressOptions()
                .iterations(scenarios)
                .invocationsPerIteration(100)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(1)
                .logLevel(LoggingLevel.OFF)
                .minimizeFailedScenario(false);
    }

    @Test
    void under_the_lock_whatever_happens_at_once_could_have_happened_in_turn() {
        stress(15).check(Locked.class);
    }

    @Test
    void without_the_lock_the_check_finds_what_could_not() {
        // It ends with the first one that is found.
        assertThatThrownBy(() -> stress(200).check(Unlocked.class)).isInstanceOf(LincheckAssertionError.class);
    }

    /** The queue's operations, with waiters named by their place in the order of arrival. */
    @Param(name = "cost", gen = IntGen.class, conf = "1:2")
    @Param(name = "priority", gen = IntGen.class, conf = "0:1")
    public abstract static class Operations {

        private static final List<PermitRequest> REQUESTS = List.of(
                new PermitRequest(1, Priority.URGENT, null),
                new PermitRequest(1, Priority.BATCH, null),
                new PermitRequest(2, Priority.URGENT, null),
                new PermitRequest(2, Priority.BATCH, null));

        private static final Consumer<Waiter> NOBODY = leaving -> {};

        private final WaiterQueue queue = new WaiterQueue();

        private final List<Waiter> all = new ArrayList<>();

        abstract <T> T guarded(Supplier<T> operation);

        @Operation
        public int add(@Param(name = "cost") int cost, @Param(name = "priority") int priority) {
            return guarded(() -> {
                Waiter waiter = new Waiter(REQUESTS.get(2 * cost + priority - 2), Duration.ZERO, 0, false, NOBODY);
                this.queue.add(waiter);
                this.all.add(waiter);
                return this.queue.size();
            });
        }

        @Operation
        public long pollFor(@Param(name = "cost") int cost) {
            return guarded(() -> {
                Waiter found = this.queue.pollFor(cost);
                return (found != null) ? found.arrival : Waiter.NOT_YET;
            });
        }

        @Operation
        public boolean leave(@Param(name = "priority") int arrival) {
            return guarded(() -> this.all.size() > arrival && this.queue.remove(this.all.get(arrival)));
        }

        @Operation
        public long permitsAhead() {
            return guarded(() -> this.queue.permitsAhead(Priority.BATCH));
        }
    }

    /** As in {@link Gate}. */
    public static class Locked extends Operations {

        private final Lock lock = new ReentrantLock();

        @Override
        <T> T guarded(Supplier<T> operation) {
            this.lock.lock();
            try {
                return operation.get();
            } finally {
                this.lock.unlock();
            }
        }
    }

    /** Known to be bad, so that the check above is known to be one. */
    public static class Unlocked extends Operations {

        @Override
        <T> T guarded(Supplier<T> operation) {
            return operation.get();
        }
    }
}
