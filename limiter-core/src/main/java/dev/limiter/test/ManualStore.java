package dev.limiter.test;

import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Answer;
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
import dev.limiter.contour.Contour;
import dev.limiter.contour.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store whose answers a test decides. Until it is told otherwise it {@linkplain #count() counts} as the contours' limits
 * say, in the memory of the process. Whatever it does, pauses are kept and obeyed. Safe for use by many threads.
 */
public final class ManualStore implements BucketStore {

    private final InMemoryBucketStore counting;

    private final List<StoreListener> listeners = new CopyOnWriteArrayList<>();

    private final AtomicInteger asked = new AtomicInteger();

    private final Map<String, RuntimeException> away = new ConcurrentHashMap<>();

    /** Far from the numbers of what was counted, so that none of that is given back by mistake. */
    private final AtomicLong serial = new AtomicLong(Long.MAX_VALUE / 2);

    /** Guards the two that follow. */
    private final Object monitor = new Object();

    private final List<Held<?>> held = new ArrayList<>();

    private Conduct conduct = Conduct.COUNT;

    /**
     * @param delay after which a slot lies that is asked for; {@code null} where the limits say so
     * @param failure of each call, or {@code null}
     * @param silent whether nothing is answered
     */
    private record Conduct(
            @Nullable Duration delay, @Nullable RuntimeException failure, boolean silent) {

        static final Conduct COUNT = new Conduct(null, null, false);
    }

    private record Held<T>(String contour, Supplier<CompletionStage<T>> call, CompletableFuture<T> answer) {}

    /** A store that counts by the limits, on that clock. */
    public ManualStore(Ticker clock) {
        this.counting = new InMemoryBucketStore(clock);
    }

    /** From now on permits are counted as the limits say. */
    public void count() {
        become(Conduct.COUNT);
    }

    /** From now on whoever asks gets a permit at once, whatever the limits say. */
    public void grant() {
        grantAfter(Duration.ZERO);
    }

    /** From now on whoever asks gets a permit for that much later, whatever the limits say. */
    public void grantAfter(Duration wait) {
        become(new Conduct(wait, null, false));
    }

    /** From now on each call fails, though the store is not known to be away. */
    public void fail(RuntimeException reason) {
        become(new Conduct(null, reason, false));
    }

    /** From now on nothing is answered. What is asked meanwhile is answered when another way of answering is chosen. */
    public void neverAnswer() {
        become(new Conduct(null, null, true));
    }

    /** The contour can no longer be reached: the calls for it fail at once, and its gates are told so. */
    public void goAway(String contour) {
        RuntimeException reason = new IllegalStateException("the store is away");
        if (this.away.put(contour, reason) == null) {
            this.listeners.forEach(listener -> listener.unreachable(contour, reason));
        }
    }

    /** The contour can be reached again, and its gates are told so. */
    public void comeBack(String contour) {
        if (this.away.remove(contour) != null) {
            this.listeners.forEach(listener -> listener.reachable(contour));
        }
    }

    /** All keys of the contour pause, as if another process had been refused. A longer pause is not cut. */
    public void pause(Contour contour, Duration length) {
        PauseAsk ask = new PauseAsk(Scope.CONTOUR, ticker().micros(), length, 0, false);
        this.counting.pause(Bucket.of(contour, ""), ask).toCompletableFuture().join();
    }

    /** How often permits were asked for; calls that failed, or were not answered, count too. */
    public int asked() {
        return this.asked.get();
    }

    private void become(Conduct next) {
        List<Held<?>> freed = new ArrayList<>();
        synchronized (this.monitor) {
            this.conduct = next;
            if (!next.silent()) {
                freed.addAll(this.held);
                this.held.clear();
            }
        }
        freed.forEach(this::free);
    }

    private <T> void free(Held<T> call) {
        through(call.contour(), call.call()).whenComplete((value, failure) -> {
            if (failure != null) {
                call.answer().completeExceptionally(failure);
            } else {
                call.answer().complete(value);
            }
        });
    }

    private <T> CompletionStage<T> through(String contour, Supplier<CompletionStage<T>> call) {
        RuntimeException reason = this.away.get(contour);
        synchronized (this.monitor) {
            if (reason == null && this.conduct.silent()) {
                Held<T> unanswered = new Held<>(contour, call, new CompletableFuture<>());
                this.held.add(unanswered);
                return unanswered.answer();
            }
            reason = (reason != null) ? reason : this.conduct.failure();
        }
        return (reason != null) ? CompletableFuture.failedFuture(reason) : call.get();
    }

    @Override
    public Ticker ticker() {
        return this.counting.ticker();
    }

    @Override
    public CompletionStage<Reply> book(Bucket bucket, Ask ask) {
        this.asked.incrementAndGet();
        return through(bucket.contour(), () -> {
            Duration wait = fixedWait();
            return (wait == null)
                    ? this.counting.book(bucket, ask)
                    : this.counting.book(bucket, Ask.NOBODY).thenApply(reply -> granted(ask, wait, reply));
        });
    }

    private @Nullable Duration fixedWait() {
        synchronized (this.monitor) {
            return this.conduct.delay();
        }
    }

    private Reply granted(Ask ask, Duration wait, Reply pauses) {
        long resumesAt = Math.max(pauses.pause().until(), pauses.contourPause().until());
        long at = Math.max(ticker().micros() + Micros.of(wait), resumesAt);
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < ask.costs().length; i++) {
            answers.add(
                    (at > ask.deadlines()[i])
                            ? new Answer.Late(at)
                            : new Slot(at, ask.costs()[i], this.serial.incrementAndGet()));
        }
        return new Reply(answers, pauses.pause(), pauses.contourPause(), pauses.fullAt());
    }

    @Override
    public CompletionStage<Void> giveBack(Bucket bucket, List<Slot> slots) {
        return through(bucket.contour(), () -> this.counting.giveBack(bucket, slots));
    }

    @Override
    public CompletionStage<Pause> pause(Bucket bucket, PauseAsk ask) {
        return through(bucket.contour(), () -> this.counting.pause(bucket, ask));
    }

    @Override
    public CompletionStage<Void> resume(Bucket bucket) {
        return through(bucket.contour(), () -> this.counting.resume(bucket));
    }

    @Override
    public CompletionStage<Void> endRow(Bucket bucket, Scope scope, long number) {
        return through(bucket.contour(), () -> this.counting.endRow(bucket, scope, number));
    }

    @Override
    public CompletionStage<LimitsChange> changeLimits(String contour, List<Limit> limits) {
        return through(contour, () -> this.counting.changeLimits(contour, limits));
    }

    @Override
    public void followLimits(String contour) {
        this.counting.followLimits(contour);
    }

    @Override
    public boolean isReachable(String contour) {
        return !this.away.containsKey(contour);
    }

    @Override
    public void addListener(StoreListener listener) {
        this.listeners.add(listener);
        this.counting.addListener(listener);
    }

    @Override
    public void removeListener(StoreListener listener) {
        this.listeners.remove(listener);
        this.counting.removeListener(listener);
    }

    @Override
    public OptionalLong forget(Bucket bucket) {
        return this.counting.forget(bucket);
    }

    @Override
    public void close() {
        this.counting.close();
        this.listeners.clear();
    }
}
