package dev.limiter.bucket;

import static dev.limiter.bucket.Contours.contour;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.Refusal.Scope;
import java.time.Duration;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Whatever two threads do to one bucket, each gets an answer that it could have got if they had taken turns. */
class InMemoryBucketStoreLincheckTests {

    static {
        // It warns of each record whose fields it cannot look into.
        System.setProperty("lincheck.logLevel", "ERROR");
    }

    private static final Bucket BUCKET = Bucket.of(contour("2/s capacity 2"), "");

    @Test
    void operations_are_linearizable() {
        bounded().check(InMemory.class);
    }

    /** The test of the test: it finds what is wrong where no monitor is held. */
    @Test
    void a_store_that_takes_no_turns_is_found_out() {
        assertThatThrownBy(() -> bounded().check(WithoutMonitor.class))
                .hasMessageContaining("Invalid execution results");
    }

    /** So many interleavings as fit into seconds; each is tried on purpose, none is left to chance. */
    private static ModelCheckingOptions bounded() {
        return new ModelCheckingOptions()
                .iterations(8)
                .invocationsPerIteration(50)
                .threads(2)
                .actorsPerThread(2)
                .actorsBefore(1)
                .actorsAfter(1)
                .minimizeFailedScenario(false);
    }

    /** The store itself, on a clock that stands still unless somebody moves it. */
    @Param(name = "serial", gen = IntGen.class, conf = "1:3")
    @Param(name = "seconds", gen = IntGen.class, conf = "1:3")
    public static class InMemory {

        private final VirtualTicker ticker = new VirtualTicker(0);

        private final BucketStore store = new InMemoryBucketStore(this.ticker);

        @Operation
        public String book() {
            Reply reply = this.store
                    .book(BUCKET, Ask.one(1, Long.MAX_VALUE))
                    .toCompletableFuture()
                    .join();
            Slot slot = (Slot) reply.answers().get(0);
            return slot.at() + " serial " + slot.serial() + " until "
                    + reply.pause().until() + ", " + reply.contourPause().until();
        }

        @Operation(params = "serial")
        public void giveBack(int serial) {
            this.store
                    .giveBack(BUCKET, List.of(new Slot(0, 1, serial)))
                    .toCompletableFuture()
                    .join();
        }

        @Operation(params = "seconds")
        public long pause(int seconds) {
            return pause(Scope.KEY, seconds);
        }

        @Operation(params = "seconds")
        public long pauseContour(int seconds) {
            return pause(Scope.CONTOUR, seconds);
        }

        private long pause(Scope scope, int seconds) {
            PauseAsk ask = new PauseAsk(scope, 0, Duration.ofSeconds(seconds), 0, true);
            return this.store.pause(BUCKET, ask).toCompletableFuture().join().until();
        }

        @Operation
        public void resume() {
            this.store.resume(BUCKET).toCompletableFuture().join();
        }

        /** What it answers is an estimate. */
        @Operation
        public void forget() {
            this.store.forget(BUCKET);
        }

        @Operation
        public void later() {
            this.ticker.advance(Duration.ofSeconds(1));
        }
    }

    /** What the store would be if it held no monitor around a bucket's state. */
    @Param(name = "serial", gen = IntGen.class, conf = "1:3")
    public static class WithoutMonitor {

        private final BucketState state = new BucketState(BUCKET, 0, Pause.NONE, 0);

        @Operation
        public long book() {
            Reply reply = this.state.book(BUCKET, Ask.one(1, Long.MAX_VALUE), 0, Pause.NONE);
            return ((Slot) reply.answers().get(0)).at();
        }

        @Operation(params = "serial")
        public void giveBack(int serial) {
            this.state.giveBack(BUCKET, new Slot(0, 1, serial), 0, Pause.NONE);
        }
    }
}
