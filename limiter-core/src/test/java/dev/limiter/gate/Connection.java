package dev.limiter.gate;

import dev.limiter.bucket.StoreListener;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Whether a store of the tests can be reached, and hears of pauses. Safe for use by many threads. */
final class Connection {

    private static final String CONTOUR = "datacite";

    private final List<StoreListener> listeners = new CopyOnWriteArrayList<>();

    private final AtomicInteger failed = new AtomicInteger();

    private volatile @Nullable Throwable lost;

    /** Since when it hears of pauses. */
    private volatile long hearsSince = Long.MIN_VALUE;

    private volatile @Nullable RuntimeException thrown;

    void lose(Throwable reason) {
        this.lost = reason;
        this.listeners.forEach(listener -> listener.unreachable(CONTOUR, reason));
    }

    void restore() {
        this.lost = null;
        this.listeners.forEach(listener -> listener.reachable(CONTOUR));
    }

    /** It was lost and is restored before either is told, and the loss is told last. */
    void tellLate(Throwable reason) {
        this.listeners.forEach(listener -> listener.reachable(CONTOUR));
        this.listeners.forEach(listener -> listener.unreachable(CONTOUR, reason));
    }

    void tellThatLimitsDiffer() {
        this.listeners.forEach(listener -> listener.limitsDiffer(CONTOUR, ""));
    }

    boolean isThere() {
        return this.lost == null;
    }

    void hearsSince(long instant) {
        this.hearsSince = instant;
    }

    long hearsSince() {
        return this.hearsSince;
    }

    void throwAlways(@Nullable RuntimeException exception) {
        this.thrown = exception;
    }

    List<StoreListener> listeners() {
        return this.listeners;
    }

    /** How many calls have failed at once. */
    int failed() {
        return this.failed.get();
    }

    <T> CompletionStage<T> through(Supplier<CompletionStage<T>> call) {
        RuntimeException exception = this.thrown;
        if (exception != null) {
            this.failed.incrementAndGet();
            throw exception;
        }
        Throwable reason = this.lost;
        if (reason != null) {
            this.failed.incrementAndGet();
            return CompletableFuture.failedFuture(reason);
        }
        return call.get();
    }
}
