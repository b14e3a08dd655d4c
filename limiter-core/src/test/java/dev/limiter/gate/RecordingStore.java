package dev.limiter.gate;

import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.bucket.LimitsChange;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.PauseAsk;
import dev.limiter.bucket.Reply;
import dev.limiter.bucket.Slot;
import dev.limiter.bucket.StoreListener;
import dev.limiter.bucket.Ticker;
import dev.limiter.contour.Limit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The store for one process, which counts what it is asked, whose replies a test can hold back, or turn bad, and which can
 * be away. Counting, going and coming back are safe for use by many threads.
 */
final class RecordingStore implements BucketStore {

    private final InMemoryBucketStore store;

    private final Connection connection = new Connection();

    private volatile Runnable beforeGivingBack = () -> {};

    private final Set<String> keys = Collections.synchronizedSet(new LinkedHashSet<>());

    private final List<Ask> asks = Collections.synchronizedList(new ArrayList<>());

    private final List<PauseAsk> pauseAsks = Collections.synchronizedList(new ArrayList<>());

    private final List<Slot> booked = Collections.synchronizedList(new ArrayList<>());

    private final List<Slot> givenBack = Collections.synchronizedList(new ArrayList<>());

    private final Queue<Pending<?>> pending = new ArrayDeque<>();

    private boolean holding;

    private boolean holdingPauses;

    private record Pending<T>(CompletableFuture<T> toGate, T reply) {
        void complete() {
            this.toGate.complete(this.reply);
        }
    }

    RecordingStore(Ticker ticker) {
        this.store = new InMemoryBucketStore(ticker);
    }

    /** What happens while slots are on their way back. */
    void beforeGivingBack(Runnable action) {
        this.beforeGivingBack = action;
    }

    /** From now on replies wait for {@link #release()}. What they say was decided when they were asked for. */
    void holdReplies() {
        this.holding = true;
    }

    /** From now on the answers to pauses wait likewise. */
    void holdPauses() {
        this.holdingPauses = true;
    }

    /** Lets the oldest reply go. */
    void release() {
        this.pending.remove().complete();
    }

    void releaseAll() {
        this.holding = false;
        this.holdingPauses = false;
        while (!this.pending.isEmpty()) {
            release();
        }
    }

    /** The oldest call fails; what it booked stays booked. */
    void fail(Throwable cause) {
        this.pending.remove().toGate().completeExceptionally(cause);
    }

    /** How many replies wait. */
    int held() {
        return this.pending.size();
    }

    /** From now on every call throws; {@code null} ends that. The store does not say that it is away. */
    void throwAlways(@Nullable RuntimeException exception) {
        this.connection.throwAlways(exception);
    }

    /** From now on it cannot be reached: every call fails at once. */
    void away(Throwable reason) {
        this.connection.lose(reason);
    }

    /** It can be reached again. */
    void back() {
        this.connection.restore();
    }

    /** Whether nobody would tell of a pause. */
    void deaf(boolean value) {
        this.connection.hearsSince(value ? Long.MAX_VALUE : ticker().micros());
    }

    /** It was away for a moment, which is told after its return. */
    void tellLate(Throwable reason) {
        this.connection.tellLate(reason);
    }

    /** Another process runs other limits. */
    void limitsDiffer() {
        this.connection.tellThatLimitsDiffer();
    }

    /** It tells of a change of limits. */
    void tell(LimitsChange change) {
        this.connection.listeners().forEach(listener -> listener.limitsChanged("datacite", change));
    }

    /** How many calls have failed at once. */
    int failedCalls() {
        return this.connection.failed();
    }

    List<Ask> asks() {
        return this.asks;
    }

    /** The calls that have reached it. */
    int calls() {
        return this.asks.size();
    }

    List<PauseAsk> pauseAsks() {
        return this.pauseAsks;
    }

    /** Those of the buckets that were asked for. */
    List<String> keys() {
        synchronized (this.keys) {
            return List.copyOf(this.keys);
        }
    }

    List<Slot> booked() {
        return this.booked;
    }

    List<Slot> givenBack() {
        return this.givenBack;
    }

    int buckets() {
        return this.store.size();
    }

    /** The store itself, as another process reaches it. */
    BucketStore elsewhere() {
        return this.store;
    }

    @Override
    public Ticker ticker() {
        return this.store.ticker();
    }

    @Override
    public CompletionStage<Reply> book(Bucket bucket, Ask ask) {
        this.keys.add(bucket.key());
        return this.connection.through(() -> {
            this.asks.add(ask);
            Reply reply = this.store.book(bucket, ask).toCompletableFuture().join();
            reply.answers().forEach(answer -> {
                if (answer instanceof Slot slot) {
                    this.booked.add(slot);
                }
            });
            return answered(reply, this.holding);
        });
    }

    private <T> CompletionStage<T> answered(T reply, boolean later) {
        if (!later) {
            return CompletableFuture.completedFuture(reply);
        }
        Pending<T> held = new Pending<>(new CompletableFuture<>(), reply);
        this.pending.add(held);
        return held.toGate();
    }

    @Override
    public CompletionStage<Void> giveBack(Bucket bucket, List<Slot> slots) {
        this.beforeGivingBack.run();
        return this.connection.through(() -> {
            this.givenBack.addAll(slots);
            return this.store.giveBack(bucket, slots);
        });
    }

    @Override
    public CompletionStage<Pause> pause(Bucket bucket, PauseAsk ask) {
        return this.connection.through(() -> {
            this.pauseAsks.add(ask);
            return answered(this.store.pause(bucket, ask).toCompletableFuture().join(), this.holdingPauses);
        });
    }

    @Override
    public CompletionStage<Void> resume(Bucket bucket) {
        return this.connection.through(() -> this.store.resume(bucket));
    }

    @Override
    public CompletionStage<Void> endRow(Bucket bucket, Scope scope, long number) {
        return this.connection.through(() -> this.store.endRow(bucket, scope, number));
    }

    @Override
    public CompletionStage<LimitsChange> changeLimits(String contour, List<Limit> limits) {
        return this.connection.through(() -> this.store.changeLimits(contour, limits));
    }

    @Override
    public void followLimits(String contour) {
        this.store.followLimits(contour);
    }

    @Override
    public boolean isReachable(String contour) {
        return this.connection.isThere();
    }

    @Override
    public long hearsOfPausesSince(String contour) {
        return this.connection.hearsSince();
    }

    boolean isDeaf() {
        return this.connection.hearsSince() == Long.MAX_VALUE;
    }

    @Override
    public void addListener(StoreListener listener) {
        this.connection.listeners().add(listener);
        this.store.addListener(new StoreListener() {
            @Override
            public void paused(String contour, @Nullable String key, Pause pause) {
                if (hears(listener)) {
                    listener.paused(contour, key, pause);
                }
            }

            @Override
            public void limitsChanged(String contour, LimitsChange change) {
                if (hears(listener)) {
                    listener.limitsChanged(contour, change);
                }
            }
        });
    }

    private boolean hears(StoreListener listener) {
        return this.connection.listeners().contains(listener) && !isDeaf();
    }

    @Override
    public void removeListener(StoreListener listener) {
        this.connection.listeners().remove(listener);
    }

    @Override
    public OptionalLong forget(Bucket bucket) {
        return this.store.forget(bucket);
    }

    @Override
    public void close() {
        this.store.close();
    }
}
