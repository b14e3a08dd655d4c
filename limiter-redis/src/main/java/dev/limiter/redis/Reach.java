package dev.limiter.redis;

import io.lettuce.core.RedisException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a contour's buckets can be reached: a breaker. The first call that fails opens it; from then on calls fail at
 * once, and it is tried in the background, with one small script at a time, whether the server answers and lets us write.
 * Each contour has its own, since in a cluster they are on different nodes. Safe for use by many threads.
 */
final class Reach {

    private static final long TRY_EVERY_MILLIS = 50;

    private static final long LONGEST_MILLIS = 1_000;

    private static final long SOON_NANOS = 1_000_000_000L;

    private final RedisLink link;

    private final Supplier<CompletionStage<?>> trial;

    /** Told each change: why it cannot be reached, or {@code null} where it can be again. */
    private final Consumer<@Nullable Throwable> news;

    private volatile @Nullable Throwable reason;

    private boolean trying;

    private long answeredAt = System.nanoTime() - SOON_NANOS;

    /** How long the next trial waits: a call that failed soon after one had succeeded shows that it proves too little. */
    private volatile long waitMillis;

    Reach(RedisLink link, Supplier<CompletionStage<?>> trial, Consumer<@Nullable Throwable> news) {
        this.link = link;
        this.trial = trial;
        this.news = news;
    }

    /** Why it cannot be reached; {@code null} where it can. */
    @Nullable
    Throwable reason() {
        return this.reason;
    }

    /** A call failed, or the connection is lost. */
    void failed(Throwable failure) {
        Throwable why =
                (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
        synchronized (this) {
            if (this.reason != null) {
                return;
            }
            this.reason = why;
            boolean soon = System.nanoTime() - this.answeredAt < SOON_NANOS;
            this.waitMillis = soon ? Math.min(LONGEST_MILLIS, Math.max(TRY_EVERY_MILLIS, 2 * this.waitMillis)) : 0;
        }
        this.news.accept(why);
        tryAfter(this.waitMillis);
    }

    private void tryAfter(long millis) {
        if (millis == 0) {
            tryNow();
        } else {
            // on the thread of the JVM's own timer: a trial blocks nobody
            CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, Runnable::run)
                    .execute(this::tryNow);
        }
    }

    void lost() {
        failed(new RedisException("the connection is lost"));
    }

    /** Tries it, unless that is happening already. While there is no connection, a new one will be the time for it. */
    void tryNow() {
        synchronized (this) {
            if (this.reason == null || this.trying || !this.link.isConnected()) {
                return;
            }
            this.trying = true;
        }
        this.trial.get().whenComplete((answer, failure) -> {
            synchronized (this) {
                this.trying = false;
            }
            if (failure == null) {
                answered();
            } else {
                tryAfter(Math.max(TRY_EVERY_MILLIS, this.waitMillis));
            }
        });
    }

    private void answered() {
        synchronized (this) {
            if (this.reason == null) {
                return;
            }
            this.reason = null;
            this.answeredAt = System.nanoTime();
        }
        this.news.accept(null);
    }
}
