package dev.limiter;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Is told what happens, so that metrics and events live outside the core. Called from the thread on which it happens,
 * possibly an event loop, and outside all locks: must not block. What it throws is logged and ignored.
 */
public interface LimiterListener {

    /**
     * Several listeners as one that never throws: what one of them throws is logged, and does not reach the others.
     *
     * @param listeners asked each time that something happens, so that a listener may itself need what it listens to
     */
    static LimiterListener all(Supplier<List<LimiterListener>> listeners) {
        return new GuardedListeners(listeners);
    }

    /**
     * A caller got its permit.
     *
     * @param reason what it waited for: a pause, if one held during its wait; else a place, if none was free when it
     *     came; else the rate, if slots were held that were not due; else the store
     */
    default void granted(String contour, Duration waited, WaitReason reason) {}

    /** A caller got a typed exception instead of a permit. */
    default void denied(String contour, Duration waited, RateLimitException exception) {}

    /**
     * A caller gave up: cancelled, interrupted or timed out outside the limiter.
     *
     * @param reason what it was waiting for, as of {@link #granted}
     */
    default void abandoned(String contour, Duration waited, WaitReason reason) {}

    /**
     * An attempt ended: one exchange of an HTTP client that the limiter sees.
     *
     * @param took from the sending of the request, its connection included, to the head of the answer
     * @param status of the answer; 0 where there was none
     */
    default void attempted(String contour, Duration took, int status) {}

    /** The server refused a request. Told once for each permit, before the pause that may follow. */
    default void refused(String contour, Refusal refusal) {}

    /**
     * A pause began, or the end of a running one moved later, by a refusal that this process reported or a call of
     * {@link Limiter#pause} or {@link LimiterRegistry#pause}. Where the contour's limits are only measured, it holds nobody.
     */
    default void paused(PauseBegun pause) {}

    /**
     * A pause that this listener was told of has come to its end by itself. Told once for each pause, also for one that
     * the store has not taken; not where it was ended by hand, in whatever process.
     */
    default void pauseOver(String contour) {}

    /** Somebody called {@link Limiter#resume()} or {@link LimiterRegistry#resume} in this process. */
    default void resumed(String contour) {}

    /** A call is repeated: {@code attempt} is the number of the attempt to come, from 2. */
    default void repeated(String contour, int attempt) {}

    /** A call that could have been repeated is not repeated any more. Not told of contours that repeat nothing. */
    default void exhausted(String contour, Exhaustion by) {}

    /**
     * The store can no longer be reached for this contour, or can be again.
     *
     * @param reason why it cannot; empty with {@link StoreMode#NORMAL}
     */
    default void storeModeChanged(String contour, StoreMode mode, String reason) {}

    /**
     * The store answered, or failed to. Told very often: at least once for each booking. A permit that is there at once
     * takes no call where the store keeps the bucket in this process.
     */
    default void storeCalled(String contour, StoreVerb verb, Duration took, boolean failed) {}

    /** Processes with different limits for this contour share its store. Told at most once a minute. */
    default void limitsDiffer(String contour) {}

    /**
     * Other limits hold for a contour in this process from now on, whichever process somebody has changed them in.
     *
     * @param from what has held, such as {@code 8/s capacity 16}; several limits with a comma between
     * @param to what holds now
     */
    default void limitsChanged(String contour, String from, String to) {}

    /**
     * A caller of a contour whose limits are only measured would have got its permit after that wait. Told when the wait
     * would have been over; the caller itself has had its permit at once.
     */
    default void wouldHaveWaited(String contour, Duration wait, WaitReason reason) {}

    /**
     * A caller of a contour whose limits are only measured would have been denied.
     *
     * @param exception what it would have got in a permit's place
     */
    default void wouldHaveBeenDenied(String contour, Duration waited, RateLimitException exception) {}

    /** A marked method ended and no attempt was seen under its mark. Told once for each method. */
    default void noAttemptSeen(String contour, String method) {}
}
