package dev.limiter.operation;

import dev.limiter.OperationState;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Keeps which business operations are claimed and which are done, each for a time. An operation is a contour's name and
 * an id of any characters and length.
 *
 * <p>Each method is atomic. An implementation may be called from any thread, including event loops, and must not block;
 * each stage completes within a bounded time of the store's own. A stage that fails means that the outcome is not known.
 * What is asked once is never done twice.
 */
public interface OperationStore {

    /**
     * Claims the operation for the owner, where nobody has claimed it and it is not noted as done. Of several who claim it
     * at once, one gets it. To an owner that has it already, the answer is its claim as it is.
     *
     * <p>Where this fails, the caller must not send, and the store sees to it by itself that the claim does not stay: it
     * asks once to have what may have been written for this owner released. That is all that it can do; where it does not
     * arrive either, the operation is in flight until {@code ttl} is over, though it was never sent.
     *
     * @param owner a new random text for each claim
     * @param ttl after which the claim is forgotten, at least 1 ms
     */
    CompletionStage<ClaimAnswer> claim(String contour, String id, String owner, Duration ttl);

    /**
     * Notes it as done, whoever has claimed it: what succeeded was done, also where its claim was over meanwhile. A store
     * may do this later, where it fails for want of a connection.
     *
     * @param ttl after which that is forgotten, at least 1 ms
     */
    CompletionStage<Void> done(String contour, String id, Duration ttl);

    /**
     * Takes the owner's claim away, where it still is the owner's: a newer one, or a note that it was done, stays. A store
     * may do this later, where it fails for want of a connection.
     *
     * @return whether there was one
     */
    CompletionStage<Boolean> release(String contour, String id, String owner);

    /**
     * Takes away whatever there is. Never done later.
     *
     * @return whether there was anything
     */
    CompletionStage<Boolean> release(String contour, String id);

    /** What is known of it. */
    CompletionStage<OperationState> find(String contour, String id);
}
