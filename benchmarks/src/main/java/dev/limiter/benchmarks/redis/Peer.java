package dev.limiter.benchmarks.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Something that gives permits, or only answers. Safe for use by many threads. */
interface Peer {

    /** Takes one permit of the key of that number. */
    CompletableFuture<?> take(int key);

    /** Takes one on a thread that waits for it, as whoever has nothing else to do would. */
    default @Nullable Object takeAndWait(int key) throws InterruptedException, ExecutionException {
        return take(key).get();
    }

    /** Whether futures complete on the application's threads; otherwise it is on those of the Redis client. */
    default boolean completesOnApplicationThreads() {
        return false;
    }

    /** Whether a future that is cancelled ends what was done for it; otherwise each caller is waited for. */
    default boolean forgetsWhoGivesUp() {
        return false;
    }

    /** What was taken is done with. */
    default void used(@Nullable Object taken) {
        if (Boolean.FALSE.equals(taken)) {
            throw new IllegalStateException("denied, where there should be plenty");
        }
    }
}
