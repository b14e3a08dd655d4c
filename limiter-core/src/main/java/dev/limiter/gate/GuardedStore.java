package dev.limiter.gate;

import dev.limiter.LimiterListener;
import dev.limiter.Refusal.Scope;
import dev.limiter.StoreVerb;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.BucketAtHand;
import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.LimitsChange;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.PauseAsk;
import dev.limiter.bucket.Reply;
import dev.limiter.bucket.Slot;
import dev.limiter.bucket.StoreListener;
import dev.limiter.bucket.Ticker;
import dev.limiter.contour.Limit;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store that never throws: what goes wrong is in its answer. A gate that is left in the middle would wait for ever, and
 * whoever says how a request went is not to hear of it.
 */
final class GuardedStore implements BucketStore {

    private static final Logger logger = LoggerFactory.getLogger(GuardedStore.class);

    private final BucketStore store;

    private final LimiterListener listener;

    /** @param listener is told of each call; never throws */
    GuardedStore(BucketStore store, LimiterListener listener) {
        this.store = store;
        this.listener = listener;
    }

    @Override
    public Ticker ticker() {
        return this.store.ticker();
    }

    @Override
    public CompletableFuture<Reply> book(Bucket bucket, Ask ask) {
        return guarded(bucket.contour(), StoreVerb.BOOK, () -> this.store.book(bucket, ask));
    }

    /** A store that throws counts as one that keeps it elsewhere. */
    @Override
    public @Nullable BucketAtHand atHand(Bucket bucket) {
        try {
            return this.store.atHand(bucket);
        } catch (RuntimeException | Error ex) {
            logger.warn("Contour '{}': the store cannot hand its bucket out", bucket, ex);
            return null;
        }
    }

    @Override
    public CompletionStage<Void> giveBack(Bucket bucket, List<Slot> slots) {
        return guarded(bucket.contour(), StoreVerb.GIVE_BACK, () -> this.store.giveBack(bucket, slots))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        logger.debug("Contour '{}': {} slots stay spent", bucket, slots.size(), failure);
                    }
                });
    }

    @Override
    public CompletableFuture<Pause> pause(Bucket bucket, PauseAsk ask) {
        return guarded(bucket.contour(), StoreVerb.PAUSE, () -> this.store.pause(bucket, ask));
    }

    @Override
    public CompletableFuture<Void> resume(Bucket bucket) {
        return guarded(bucket.contour(), StoreVerb.RESUME, () -> this.store.resume(bucket));
    }

    @Override
    public CompletionStage<Void> endRow(Bucket bucket, Scope scope, long number) {
        return guarded(bucket.contour(), StoreVerb.END_ROW, () -> this.store.endRow(bucket, scope, number));
    }

    @Override
    public CompletableFuture<LimitsChange> changeLimits(String contour, List<Limit> limits) {
        return guarded(contour, StoreVerb.CHANGE_LIMITS, () -> this.store.changeLimits(contour, limits));
    }

    /** Where it fails, the configured limits hold. */
    @Override
    public void followLimits(String contour) {
        try {
            this.store.followLimits(contour);
        } catch (RuntimeException | Error ex) {
            logger.warn("Contour '{}': the store cannot say whether its limits were changed", contour, ex);
        }
    }

    private <T> CompletableFuture<T> guarded(String contour, StoreVerb verb, Supplier<CompletionStage<T>> call) {
        long began = ticker().micros();
        CompletableFuture<T> answer;
        try {
            answer = call.get().toCompletableFuture();
        } catch (RuntimeException | Error ex) {
            answer = CompletableFuture.failedFuture(ex);
        }
        CompletionStage<T> stage = answer;
        stage.whenComplete((value, failure) -> tell(contour, verb, began, failure != null));
        return answer;
    }

    private void tell(String contour, StoreVerb verb, long began, boolean failed) {
        Duration took = Instants.between(began, ticker().micros());
        this.listener.storeCalled(contour, verb, took, failed);
    }

    /** One that cannot say is asked, and may fail then. */
    @Override
    public boolean isReachable(String contour) {
        try {
            return this.store.isReachable(contour);
        } catch (RuntimeException | Error ex) {
            logger.warn("Contour '{}': the store cannot say whether it can be reached", contour, ex);
            return true;
        }
    }

    @Override
    public long hearsOfPausesSince(String contour) {
        try {
            return this.store.hearsOfPausesSince(contour);
        } catch (RuntimeException | Error ex) {
            logger.warn("Contour '{}': the store cannot say whether it hears of pauses", contour, ex);
            return Long.MAX_VALUE;
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

    /** A store that could not say is asked again later. */
    @Override
    public OptionalLong forget(Bucket bucket) {
        try {
            return this.store.forget(bucket);
        } catch (RuntimeException | Error ex) {
            logger.warn("Contour '{}': the store could not forget it, and is asked again", bucket, ex);
            return OptionalLong.of(Long.MIN_VALUE);
        }
    }

    @Override
    public void close() {
        this.store.close();
    }
}
