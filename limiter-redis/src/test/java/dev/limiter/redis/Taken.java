package dev.limiter.redis;

import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Answer;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.PauseAsk;
import dev.limiter.bucket.Reply;
import dev.limiter.bucket.Slot;
import dev.limiter.contour.Contour;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.Rate;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What tests ask a store for. */
final class Taken {

    private Taken() {}

    static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
        } catch (ExecutionException ex) {
            throw new AssertionError("the store failed", ex.getCause());
        } catch (TimeoutException ex) {
            throw new AssertionError("the store did not answer", ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", ex);
        }
    }

    /** Whether the stage fails. */
    static boolean fails(CompletionStage<?> stage) {
        try {
            stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
            return false;
        } catch (ExecutionException ex) {
            return true;
        } catch (TimeoutException | InterruptedException ex) {
            throw new AssertionError("neither answered nor failed", ex);
        }
    }

    static ContourBuilder contour(String name, String rate, long capacity) {
        return Contour.named(name).arrivalJitter(Duration.ZERO).limit(Rate.parse(rate), capacity);
    }

    static Bucket bucket(String name, String rate, long capacity) {
        return Bucket.of(contour(name, rate, capacity).build(), "");
    }

    static Slot slot(BucketStore store, Bucket bucket) {
        return (Slot)
                await(store.book(bucket, Ask.one(1, Long.MAX_VALUE))).answers().get(0);
    }

    /** So many at once, however far they lie. */
    static long[] slots(BucketStore store, Bucket bucket, int many) {
        long[] instants = new long[many];
        Arrays.setAll(instants, i -> slot(store, bucket).at());
        return instants;
    }

    /** Whether there is a permit now; takes it then. */
    static boolean take(BucketStore store, Bucket bucket) {
        return ask(store, bucket, store.ticker().micros()) instanceof Slot;
    }

    static Answer ask(BucketStore store, Bucket bucket, long deadline) {
        return await(store.book(bucket, Ask.one(1, deadline))).answers().get(0);
    }

    static Reply look(BucketStore store, Bucket bucket) {
        return await(store.book(bucket, Ask.one(1, Long.MIN_VALUE)));
    }

    static Pause pause(BucketStore store, Bucket bucket, Duration length) {
        return await(store.pause(bucket, new PauseAsk(Scope.KEY, store.ticker().micros(), length, 0, false)));
    }

    static Pause pauseContour(BucketStore store, Bucket bucket, Duration length) {
        return await(
                store.pause(bucket, new PauseAsk(Scope.CONTOUR, store.ticker().micros(), length, 0, false)));
    }
}
