package dev.limiter.bucket;

import dev.limiter.Refusal;
import dev.limiter.contour.Limit;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A store for one process. Answers at once, on the calling thread; every stage is complete when it is returned. Safe
 * for use by many threads.
 *
 * <p>Its time is monotonic: of a caller's clock, a reading that is earlier than one that was seen counts as that one, so that
 * a clock which jumps back gives nothing away. A jump forward adds at most one capacity to a bucket, and ends pauses early.
 */
public final class InMemoryBucketStore implements BucketStore {

    private final Ticker ticker;

    private final ConcurrentMap<Id, BucketState> buckets = new ConcurrentHashMap<>();

    private final ContourPauses contourPauses = new ContourPauses();

    private final ChangedLimits changedLimits = new ChangedLimits();

    private final List<StoreListener> listeners = new CopyOnWriteArrayList<>();

    /** The highest number of a slot or a pause in a state that is forgotten: its successor's numbers are higher. */
    private final AtomicLong numbered = new AtomicLong();

    private record Id(String contour, String key) {}

    @FunctionalInterface
    private interface Operation<T> {
        T on(BucketState state, long now);
    }

    @FunctionalInterface
    private interface StateChange {
        void on(BucketState state, long now);
    }

    /** A store on the JVM's monotonic clock. */
    public InMemoryBucketStore() {
        this.ticker = Ticker.system();
    }

    /** A store on a clock of the caller's, for tests. */
    public InMemoryBucketStore(Ticker ticker) {
        this.ticker = new MonotonicTicker(ticker);
    }

    @Override
    public Ticker ticker() {
        return this.ticker;
    }

    private long now() {
        return this.ticker.micros();
    }

    @Override
    public CompletionStage<Reply> book(Bucket bucket, Ask ask) {
        LimitsChange over = this.changedLimits.used(bucket.contour(), now());
        if (over != null) {
            tell(bucket.contour(), over);
        }
        return done(onState(bucket, (state, now) -> state.book(bucket, ask, now, this.contourPauses.of(bucket))));
    }

    @Override
    public CompletionStage<Void> giveBack(Bucket bucket, List<Slot> slots) {
        onExistingState(
                bucket,
                (state, now) ->
                        slots.forEach(slot -> state.giveBack(bucket, slot, now, this.contourPauses.of(bucket))));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Pause> pause(Bucket bucket, PauseAsk ask) {
        if (ask.scope() == Refusal.Scope.CONTOUR) {
            PauseChange change =
                    this.contourPauses.change(bucket, known -> Pauses.next(known, ask, bucket.pausePolicy(), now()));
            // The other buckets of the contour learn of it at their next call.
            onExistingState(bucket, (state, now) -> state.learn(bucket, now, this.contourPauses.of(bucket)));
            tell(bucket.contour(), null, change);
            return done(change.after());
        }
        PauseChange change = onState(
                bucket,
                (state, now) -> changePause(state, () -> state.pause(bucket, ask, now, this.contourPauses.of(bucket))));
        tell(bucket.contour(), bucket.key(), change);
        return done(change.after());
    }

    @Override
    public CompletionStage<Void> resume(Bucket bucket) {
        PauseChange[] changes = {PauseChange.NONE, PauseChange.NONE};
        boolean used = onExistingState(bucket, (state, now) -> {
            changes[0] = this.contourPauses.end(bucket, this.ticker);
            changes[1] = changePause(state, () -> state.resume(bucket, now, this.contourPauses.of(bucket)));
        });
        if (!used) {
            changes[0] = this.contourPauses.end(bucket, this.ticker);
        }
        tell(bucket.contour(), null, changes[0]);
        tell(bucket.contour(), bucket.key(), changes[1]);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> endRow(Bucket bucket, Refusal.Scope scope, long number) {
        if (scope == Refusal.Scope.CONTOUR) {
            this.contourPauses.endRow(bucket, number);
        } else {
            onExistingState(bucket, (state, now) -> state.endRow(number));
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<LimitsChange> changeLimits(String contour, List<Limit> limits) {
        LimitsChange change = this.changedLimits.change(contour, limits, now());
        tell(contour, change);
        return done(change);
    }

    @Override
    public void followLimits(String contour) {
        LimitsChange last = this.changedLimits.of(contour);
        if (last.revision() > 0) {
            tell(contour, last);
        }
    }

    private void tell(String contour, LimitsChange change) {
        this.listeners.forEach(listener -> listener.limitsChanged(contour, change));
    }

    private static PauseChange changePause(BucketState state, Runnable change) {
        Pause before = state.pause();
        change.run();
        return new PauseChange(before, state.pause());
    }

    /** Tells the listeners, outside all locks. */
    private void tell(String contour, @Nullable String key, PauseChange change) {
        if (change.isNews()) {
            this.listeners.forEach(listener -> listener.paused(contour, key, change.after()));
        }
    }

    @Override
    public void addListener(StoreListener listener) {
        this.listeners.add(listener);
    }

    @Override
    public void removeListener(StoreListener listener) {
        this.listeners.remove(listener);
    }

    @Override
    public OptionalLong forget(Bucket bucket) {
        Id id = new Id(bucket.contour(), bucket.key());
        BucketState state = this.buckets.get(id);
        if (state == null) {
            return OptionalLong.empty();
        }
        synchronized (state) {
            long idleAt = state.idleAt();
            if (idleAt > now()) {
                return OptionalLong.of(idleAt);
            }
            this.numbered.accumulateAndGet(state.forget(), Math::max);
            this.buckets.remove(id, state);
            return OptionalLong.empty();
        }
    }

    /** How many buckets have state now. */
    public int size() {
        return this.buckets.size();
    }

    @Override
    public void close() {
        this.buckets.clear();
        this.listeners.clear();
    }

    @Override
    public BucketAtHand atHand(Bucket bucket) {
        return new AtHand(new Id(bucket.contour(), bucket.key()), this.contourPauses.at(bucket.contour()));
    }

    /** The state of one bucket, looked up once; or again, where it was forgotten. */
    private final class AtHand implements BucketAtHand {

        private final Id id;

        private final AtomicReference<Pause> contourPause;

        private volatile @Nullable BucketState state;

        AtHand(Id id, AtomicReference<Pause> contourPause) {
            this.id = id;
            this.contourPause = contourPause;
        }

        @Override
        public long take(Bucket bucket, int cost, long now) {
            BucketState known = known();
            // A use keeps changed limits alive, and only a call notes it.
            if (known == null || InMemoryBucketStore.this.changedLimits.holdFor(bucket.contour())) {
                return NOTHING;
            }
            Pause paused = this.contourPause.get();
            synchronized (known) {
                return known.take(bucket, cost, now, paused);
            }
        }

        @Override
        public OptionalLong permitsLeft(long now) {
            BucketState known = known();
            if (known == null) {
                return OptionalLong.empty();
            }
            synchronized (known) {
                return OptionalLong.of(known.permitsLeft(now));
            }
        }

        private @Nullable BucketState known() {
            BucketState known = this.state;
            if (known == null || known.isForgotten()) {
                known = InMemoryBucketStore.this.buckets.get(this.id);
                this.state = known;
            }
            return known;
        }
    }

    private BucketState stateOf(Bucket bucket) {
        return this.buckets.computeIfAbsent(
                new Id(bucket.contour(), bucket.key()),
                absent -> new BucketState(bucket, now(), this.contourPauses.of(bucket), this.numbered.get()));
    }

    private <T> T onState(Bucket bucket, Operation<T> operation) {
        while (true) {
            BucketState state = stateOf(bucket);
            synchronized (state) {
                if (!state.isForgotten()) {
                    return operation.on(state, now());
                }
            }
        }
    }

    /** Whether there is a state: what matters only to a bucket that was used must not bring a forgotten one back. */
    private boolean onExistingState(Bucket bucket, StateChange change) {
        BucketState state = this.buckets.get(new Id(bucket.contour(), bucket.key()));
        if (state == null) {
            return false;
        }
        synchronized (state) {
            boolean used = !state.isForgotten();
            if (used) {
                change.on(state, now());
            }
            return used;
        }
    }

    private static <T> CompletionStage<T> done(T value) {
        return CompletableFuture.completedFuture(value);
    }
}
