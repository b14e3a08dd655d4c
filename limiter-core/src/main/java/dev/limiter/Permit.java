package dev.limiter;

import java.time.Duration;

/**
 * The right to send one request now, and the place to say how it went.
 *
 * <p>Use it at once: a permit that is kept for later breaks the schedule that it belongs to. Say what the server
 * answered with {@link #succeeded()} or {@link #refused(Refusal)}, and {@link #close()} it when the answer's body has
 * been read, or the request has failed or been cancelled; with a concurrency cap, a permit that is never closed keeps
 * its place for ever. All methods may be called from any thread and return without waiting. Of {@link #succeeded()} and
 * {@link #refused(Refusal)} the first call counts, and of {@link #giveBack()} and {@link #close()}.
 */
public interface Permit extends AutoCloseable {

    /** The contour's name. */
    String contour();

    /** How long the caller waited for it. */
    Duration waited();

    /** What the caller waited for, as in {@link LimiterListener#granted}. */
    WaitReason waitedFor();

    /**
     * Whether a pause began, or ended by hand, after the permit was granted: then it must not be used any more, and is
     * given back. To be asked where something else, such as a connection, was waited for in between.
     */
    boolean isVoid();

    /** The server served the request: ends the row of refusals that makes the fallback pause grow. */
    void succeeded();

    /**
     * The server refused the request: pauses what the refusal names, in all processes. Refusals of requests that were
     * in flight when a pause began belong to that pause.
     */
    void refused(Refusal refusal);

    /** Nothing was sent: the permit goes to the next caller, or back to the bucket where that breaks no limit. */
    void giveBack();

    /** Frees the place under the concurrency cap. The permit itself stays spent. */
    @Override
    void close();
}
