package dev.limiter.spring.call;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the server may have done under a mark: by this an operation is settled. Safe for use by many threads.
 *
 * <p>An attempt is in doubt from the moment at which it may have been sent. A success of the same request takes the doubt
 * away, from the attempts before it too; an answer that says that nothing was done only from its own. Where one request
 * succeeded and another one had no effect, a part was done: that is in doubt too.
 */
public final class Acts {

    private final Map<Object, String> inDoubt = new ConcurrentHashMap<>();

    /** Requests of which the server has done nothing yet. */
    private final Set<String> unserved = ConcurrentHashMap.newKeySet();

    private volatile boolean succeeded;

    private volatile boolean changed;

    private volatile boolean seen;

    private boolean givenUp;

    /** All attempts together. */
    public enum Sum {
        /** Nothing was sent, or what was sent had no effect. */
        NOTHING,
        /** The server has done what it was asked to. */
        DONE,
        /** The server may have done it, or a part. */
        IN_DOUBT
    }

    /** How one attempt ended. */
    public enum Effect {
        /** The server did what it was asked to. */
        SUCCESS,
        /** The server is known to have done nothing. */
        NONE,
        /** Nothing is known. */
        UNKNOWN
    }

    /** An attempt begins: what is sent under the mark can be seen from here. */
    public void attemptSeen() {
        this.seen = true;
    }

    /** Whether any attempt has begun. Where none has, nothing can be said of what was sent. */
    public boolean isAnyAttemptSeen() {
        return this.seen;
    }

    /**
     * Something is about to be sent.
     *
     * @param attempt which is the same when it {@linkplain #ended ends}
     * @param request by which two attempts are known to ask for the same
     * @return whether it may be: not once what was claimed has been given up
     */
    public synchronized boolean mayBeSent(Object attempt, String request) {
        if (!this.givenUp) {
            this.inDoubt.put(attempt, request);
        }
        return !this.givenUp;
    }

    /** Whether nothing was done; nothing may be sent any more then, by whatever the method has left behind. */
    public synchronized boolean giveUp() {
        this.givenUp = sum() == Sum.NOTHING;
        return this.givenUp;
    }

    /** It has ended so. */
    public synchronized void ended(Object attempt, String request, Effect effect) {
        if (effect == Effect.SUCCESS) {
            this.succeeded = true;
            this.inDoubt.values().removeIf(request::equals);
            this.unserved.remove(request);
        } else if (effect == Effect.NONE) {
            this.inDoubt.remove(attempt);
            this.unserved.add(request);
        } else {
            this.inDoubt.put(attempt, request);
        }
    }

    /** What succeeded was more than a question. */
    void changed() {
        this.changed = true;
    }

    /** Whether anything that succeeded was more than a question: a method that fails after one has done nothing yet. */
    public boolean hasChanged() {
        return this.changed;
    }

    /** What was announced is seen elsewhere: each request by itself. */
    public void forget(Object attempt) {
        this.inDoubt.remove(attempt);
    }

    /** What follows from what was seen so far. */
    public Sum sum() {
        if (!this.inDoubt.isEmpty() || (this.succeeded && !this.unserved.isEmpty())) {
            return Sum.IN_DOUBT;
        }
        return this.succeeded ? Sum.DONE : Sum.NOTHING;
    }
}
