package dev.limiter.spring.call;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the server may have done under a mark: by this an operation is settled. Safe for use by many threads.
 *
 * <p>An attempt is in doubt from the moment at which it may have been sent. A success of the same request takes the doubt
 * away, from the attempts before it too; an answer that says that nothing was done only from its own.
 */
public final class Acts {

    private final Map<CallAttempt, String> inDoubt = new ConcurrentHashMap<>();

    private volatile boolean succeeded;

    /** All attempts together. */
    public enum Sum {
        /** Nothing was sent, or what was sent had no effect. */
        NOTHING,
        /** The server has done what it was asked to. */
        DONE,
        /** The server may have done it, or a part. */
        IN_DOUBT
    }

    void mayBeSent(CallAttempt attempt, String request) {
        this.inDoubt.put(attempt, request);
    }

    void ended(CallAttempt attempt, String request, Ending ending) {
        if (ending.isSuccess()) {
            this.succeeded = true;
            this.inDoubt.values().removeIf(request::equals);
        } else if (ending.isWithoutEffect()) {
            this.inDoubt.remove(attempt);
        }
    }

    /** What follows from what was seen so far. */
    public Sum sum() {
        if (!this.inDoubt.isEmpty()) {
            return Sum.IN_DOUBT;
        }
        return this.succeeded ? Sum.DONE : Sum.NOTHING;
    }
}
