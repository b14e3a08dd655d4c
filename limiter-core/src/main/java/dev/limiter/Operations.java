package dev.limiter;

import java.util.concurrent.CompletableFuture;

/**
 * The business operations that contours have claimed, for whoever settles by hand what stayed in flight: one whose
 * outcome is not known, or whose sender died. Ask the server first which it was. Safe for use by many threads; nothing
 * blocks.
 *
 * <p>An id is an id, and no credential: it is written to logs and stores as it is. The same id of two contours is two
 * operations.
 *
 * <p>Every method throws {@link UnknownContourException} when no contour has this name, and
 * {@link IllegalArgumentException} for a blank id. The futures fail with {@link StoreUnavailableException} where the store
 * did not answer; what was asked may have been done then, or be done later, and may be asked again. Cancelling one changes
 * nothing in the store.
 */
public interface Operations {

    /**
     * It was done: whoever claims it within the contour's {@code operation-ttl} from now is denied with an
     * {@link OperationDoneException}.
     */
    CompletableFuture<Void> done(String contour, String id);

    /**
     * It was not done, and nobody is sending it: it may be claimed again at once. Takes away a note that it was done, too.
     *
     * @return whether there was a claim or a note
     */
    CompletableFuture<Boolean> release(String contour, String id);

    /** What is known of it. */
    CompletableFuture<OperationState> find(String contour, String id);
}
