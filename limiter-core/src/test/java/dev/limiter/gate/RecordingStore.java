package dev.limiter.gate;

import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.PauseAsk;
import dev.limiter.bucket.Reply;
import dev.limiter.bucket.Slot;
import dev.limiter.bucket.StoreListener;
import dev.limiter.bucket.Ticker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The store for one process, which counts what it is asked, and whose replies a test can hold back, or turn bad. Counting
 * is safe for use by many threads.
 */
final class RecordingStore implements BucketStore {

    private final InMemoryBucketStore store;

    private final List<Ask> asks = Collections.synchronizedList(new ArrayList<>());

    private final List<Slot> booked = Collections.synchronizedList(new ArrayList<>());

    private final List<Slot> givenBack = Collections.synchronizedList(new ArrayList<>());

    private final Queue<PendingReply> pending = new ArrayDeque<>();

    private boolean holding;

    private @Nullable RuntimeException failure;

    private record PendingReply(CompletableFuture<Reply> toGate, Reply reply) {}

    RecordingStore(Ticker ticker) {
        this.store = new InMemoryBucketStore(ticker);
    }

    /** From now on replies wait for {@link #release()}. What they say was decided when they were asked for. */
    void holdReplies() {
        this.holding = true;
    }

    /** Lets the oldest reply go. */
    void release() {
        PendingReply next = this.pending.remove();
        next.toGate().complete(next.reply());
    }

    void releaseAll() {
        this.holding = false;
        while (!this.pending.isEmpty()) {
            release();
        }
    }

    /** The oldest call fails; what it booked stays booked. */
    void fail(Throwable cause) {
        this.pending.remove().toGate().completeExceptionally(cause);
    }

    /** From now on every call throws; {@code null} ends that. */
    void throwAlways(@Nullable RuntimeException exception) {
        this.failure = exception;
    }

    List<Ask> asks() {
        return this.asks;
    }

    int calls() {
        return this.asks.size();
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

    @Override
    public Ticker ticker() {
        return this.store.ticker();
    }

    @Override
    public CompletionStage<Reply> book(Bucket bucket, Ask ask) {
        throwIfBad();
        this.asks.add(ask);
        Reply reply = this.store.book(bucket, ask).toCompletableFuture().join();
        reply.answers().forEach(answer -> {
            if (answer instanceof Slot slot) {
                this.booked.add(slot);
            }
        });
        if (!this.holding) {
            return CompletableFuture.completedFuture(reply);
        }
        PendingReply held = new PendingReply(new CompletableFuture<>(), reply);
        this.pending.add(held);
        return held.toGate();
    }

    @Override
    public CompletionStage<Void> giveBack(Bucket bucket, List<Slot> slots) {
        throwIfBad();
        this.givenBack.addAll(slots);
        return this.store.giveBack(bucket, slots);
    }

    @Override
    public CompletionStage<Pause> pause(Bucket bucket, PauseAsk ask) {
        throwIfBad();
        return this.store.pause(bucket, ask);
    }

    @Override
    public CompletionStage<Void> resume(Bucket bucket) {
        throwIfBad();
        return this.store.resume(bucket);
    }

    @Override
    public CompletionStage<Void> endRow(Bucket bucket, Scope scope, long number) {
        throwIfBad();
        return this.store.endRow(bucket, scope, number);
    }

    private void throwIfBad() {
        if (this.failure != null) {
            throw this.failure;
        }
    }

    @Override
    public void addListener(StoreListener listener) {
        this.store.addListener(listener);
    }

    @Override
    public void removeListener(StoreListener listener) {
        this.store.removeListener(listener);
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
