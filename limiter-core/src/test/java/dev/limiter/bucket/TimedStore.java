package dev.limiter.bucket;

import dev.limiter.Refusal.Scope;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Limit;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A store, its virtual clock and one bucket, spoken to in seconds since the test began. */
final class TimedStore {

    private static final long ENDLESS = Long.MAX_VALUE;

    private final BucketStore store;

    private final VirtualTicker ticker;

    private final long start;

    private final Bucket bucket;

    TimedStore(BucketStore store, VirtualTicker ticker, Contour contour) {
        this(store, ticker, ticker.micros(), Bucket.of(contour, ""));
    }

    private TimedStore(BucketStore store, VirtualTicker ticker, long start, Bucket bucket) {
        this.store = store;
        this.ticker = ticker;
        this.start = start;
        this.bucket = bucket;
    }

    /** Another bucket of the same store, on the same clock. */
    TimedStore with(Contour contour, String key) {
        return new TimedStore(this.store, this.ticker, this.start, Bucket.of(contour, key));
    }

    /** The same bucket by other limits from now on. */
    TimedStore judgedBy(Limit... limits) {
        return new TimedStore(this.store, this.ticker, this.start, this.bucket.withLimits(List.of(limits)));
    }

    BucketStore store() {
        return this.store;
    }

    Bucket bucket() {
        return this.bucket;
    }

    /** Sets the clock. */
    TimedStore at(double seconds) {
        this.ticker.set(micros(seconds));
        return this;
    }

    long micros(double seconds) {
        return this.start + Math.round(seconds * 1e6);
    }

    double seconds(long micros) {
        return (micros - this.start) / 1e6;
    }

    long now() {
        return this.ticker.micros();
    }

    /** Books one slot, however far it lies. */
    Slot slot(int cost) {
        return (Slot) book(Ask.one(cost, ENDLESS)).answers().get(0);
    }

    /** Books so many slots of cost 1 one after the other, and says when they are. */
    List<Double> slots(int many) {
        return java.util.stream.Stream.generate(() -> seconds(slot(1).at()))
                .limit(many)
                .toList();
    }

    /** Books one slot, if it is not later than that. */
    Answer askUntil(long deadline, int cost) {
        return book(Ask.one(cost, deadline)).answers().get(0);
    }

    /** Whether there is a permit now; takes it then. */
    boolean take() {
        return askUntil(this.store.ticker().micros(), 1) instanceof Slot;
    }

    /** Books all in one call. */
    Reply book(boolean atLeastOne, double horizon, int... costs) {
        long[] deadlines = new long[costs.length];
        Arrays.fill(deadlines, ENDLESS);
        return book(new Ask(costs, deadlines, Math.round(horizon * 1e6), atLeastOne));
    }

    Reply book(Ask ask) {
        return Stages.await(this.store.book(this.bucket, ask));
    }

    void giveBack(Slot... slots) {
        Stages.await(this.store.giveBack(this.bucket, List.of(slots)));
    }

    /** A refusal, now, of a request that was sent just now. */
    Pause refused(@Nullable Double seconds) {
        return refused(Scope.KEY, seconds, seconds(now()));
    }

    Pause refused(Scope scope, @Nullable Double seconds, double sentAt) {
        return pause(new PauseAsk(scope, micros(sentAt), duration(seconds), 0, false));
    }

    Pause pauseByHand(double seconds) {
        return pauseByHand(Scope.KEY, seconds);
    }

    Pause pauseByHand(Scope scope, double seconds) {
        return pause(new PauseAsk(scope, now(), duration(seconds), 0, true));
    }

    Pause pause(PauseAsk ask) {
        return Stages.await(this.store.pause(this.bucket, ask));
    }

    private static @Nullable Duration duration(@Nullable Double seconds) {
        return (seconds != null) ? Duration.ofNanos(Math.round(seconds * 1e6) * 1000) : null;
    }

    void resume() {
        Stages.await(this.store.resume(this.bucket));
    }

    void endRow(Scope scope, long number) {
        Stages.await(this.store.endRow(this.bucket, scope, number));
    }

    OptionalLong forget() {
        return this.store.forget(this.bucket);
    }
}
