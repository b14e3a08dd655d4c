package dev.limiter.redis;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * How long answers are waited for: then they fail. It is the same for all, so whoever has waited longest is next, and one
 * alarm serves them all; one for each would wake the timer's thread at every call, which costs more than the rest of it.
 * Safe for use by many threads.
 */
final class Patience {

    private final long nanos;

    private final Queue<Awaited> awaited = new ConcurrentLinkedQueue<>();

    private final AtomicBoolean alarmed = new AtomicBoolean();

    private record Awaited(CompletableFuture<?> answer, long until) {}

    Patience(long millis) {
        this.nanos = TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** From now on this answer is waited for. */
    <T> CompletableFuture<T> waitFor(CompletableFuture<T> answer) {
        if (!answer.isDone()) {
            next();
            this.awaited.add(new Awaited(answer, System.nanoTime() + this.nanos));
            wakeUpFor(this.nanos);
        }
        return answer;
    }

    /** The one that has waited longest; what has come is not waited for any more. */
    private @Nullable Awaited next() {
        Awaited next = this.awaited.peek();
        while (next != null && next.answer().isDone()) {
            this.awaited.remove(next);
            next = this.awaited.peek();
        }
        return next;
    }

    private void wakeUpFor(long delay) {
        if (this.alarmed.compareAndSet(false, true)) {
            setAlarm(delay);
        }
    }

    private void setAlarm(long delay) {
        Executor later = CompletableFuture.delayedExecutor(delay, TimeUnit.NANOSECONDS, Runnable::run);
        later.execute(this::wakeUp);
    }

    private void wakeUp() {
        long now = System.nanoTime();
        Awaited next = next();
        while (next != null && next.until() - now <= 0) {
            next.answer().completeExceptionally(new TimeoutException());
            next = next();
        }
        if (next != null) {
            setAlarm(next.until() - now);
            return;
        }
        this.alarmed.set(false);
        // one may have come just before
        next = next();
        if (next != null) {
            wakeUpFor(next.until() - now);
        }
    }
}
