package dev.limiter.bucket;

import dev.limiter.Refusal;
import dev.limiter.contour.Limit;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the state of all buckets, and owns the clock by which they are counted: every instant that goes in or comes out
 * is in the time of its {@link #ticker()}.
 *
 * <p>Each operation is atomic. An implementation may be called from any thread, including event loops, and must not
 * block; it answers through the stage, which may be complete already. Each stage completes within a bounded time of
 * the store's own: whoever waits for one waits for it past its deadline. A stage that fails means that the outcome is
 * unknown: what may have been booked counts as spent. A store that may be out of reach says so, see
 * {@link #isReachable}: then its stages fail at once, so that nobody pays for a store that is away.
 */
public interface BucketStore extends AutoCloseable {

    /** The one clock. */
    Ticker ticker();

    /**
     * Books slots for the first waiters of a process. See {@link Ask} for how far. Asked for nobody, it books nothing and
     * says which pauses there are.
     */
    CompletionStage<Reply> book(Bucket bucket, Ask ask);

    /**
     * The bucket itself, where it is kept in this process. A gate then takes what is there at once, and calls
     * {@link #book} for everybody else. Must not block.
     *
     * @return {@code null}, which is the default, where it is kept elsewhere
     */
    default @Nullable BucketAtHand atHand(Bucket bucket) {
        return null;
    }

    /**
     * Gives back slots that were not used, the latest first. What cannot be returned without breaking a limit (all but
     * the last one booked) stays spent.
     */
    CompletionStage<Void> giveBack(Bucket bucket, List<Slot> slots);

    /**
     * Pauses. The longest wins: a running pause is never cut. Slots booked and not yet sent become void.
     *
     * @return the pause of the asked scope afterwards
     */
    CompletionStage<Pause> pause(Bucket bucket, PauseAsk ask);

    /** Ends the pauses of the bucket and of its contour at once. */
    CompletionStage<Void> resume(Bucket bucket);

    /**
     * A request that was sent after the pause succeeded: its row is over.
     *
     * @param scope whose pause: {@link Refusal.Scope#KEY} or {@link Refusal.Scope#CONTOUR}
     * @param number the pause's number as the process knows it; nothing happens when it has changed since
     */
    CompletionStage<Void> endRow(Bucket bucket, Refusal.Scope scope, long number);

    /**
     * Changes the limits of a contour, for all its keys and in all processes. Buckets that are there are not touched: each
     * process brings the limits with its calls. A change holds until the next one, or until nobody has used the contour
     * for seven days; a use is {@link #book}.
     *
     * @param limits empty: the configured ones hold again
     * @return the change, of which the listeners are told too
     */
    CompletionStage<LimitsChange> changeLimits(String contour, List<Limit> limits);

    /**
     * The process uses this contour: from now on the listeners are told of each change of its limits, whoever makes it, and
     * at once, or when the store can be reached, of the one that was made last. Must not block.
     */
    void followLimits(String contour);

    /**
     * Whether the contour's buckets can be reached, as far as is known. While they cannot, the store finds out by itself
     * when they can again; each change is told to the listeners, after it shows here. Must not block. Default: always.
     */
    default boolean isReachable(String contour) {
        return true;
    }

    /**
     * Since when each pause that another process has written was told to the listeners within a moment, as far as is
     * known, in the store's time. A slot that was booked before that is confirmed before use. Must not block. Default:
     * always.
     *
     * @return {@link Long#MAX_VALUE} where it is not so now
     */
    default long hearsOfPausesSince(String contour) {
        return Long.MIN_VALUE;
    }

    /** Adds a listener. Called outside all locks; two changes at once may be told in either order. */
    void addListener(StoreListener listener);

    /** Removes a listener. */
    void removeListener(StoreListener listener);

    /**
     * The process has no more use for this bucket: its state may go once that changes no later answer. Called under the
     * gate's lock: answers from what the process knows, and calls nobody.
     *
     * @return empty when nothing is left, else from when on to ask again
     */
    OptionalLong forget(Bucket bucket);

    @Override
    void close();
}
