package dev.limiter;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * All contours of an application. Safe for use by many threads.
 *
 * <p>Closing it fails every waiting caller with a {@link LimiterClosedException} and stops its timer; no permit is
 * handed out afterwards.
 */
public interface LimiterRegistry extends AutoCloseable {

    /**
     * The limiter of a contour that has no keys.
     *
     * @throws UnknownContourException when no contour has this name
     */
    default Limiter limiter(String contour) {
        return limiter(contour, "");
    }

    /**
     * The limiter of one key of a contour. Cheap: it may be asked for at each call. The returned limiter may be kept;
     * a key that is idle costs nothing once its bucket is full again.
     *
     * @param key which of the contour's circuits; empty where it has only one. A credential only where the contour has
     *     {@code secret-keys}, which hashes it here, with a secret; else it is written to logs and to the store as it is
     * @throws UnknownContourException when no contour has this name
     */
    Limiter limiter(String contour, String key);

    /** The names of all contours. */
    Set<String> contours();

    /**
     * Stops a contour with all its keys in all processes for the given time, those included that are first used meanwhile.
     * A longer pause that is already known is not cut.
     *
     * @param length above zero; cut at the contour's {@code pause.max}, with a warning
     * @param cause a short text for logs and events
     * @return completes when the store has the pause, or exceptionally with the store's error: then it holds in this
     *     process until the store takes it
     * @throws UnknownContourException when no contour has this name
     * @throws IllegalArgumentException when the length is zero or negative
     */
    CompletableFuture<Void> pause(String contour, Duration length, String cause);

    /**
     * Ends the pause of a contour with all its keys, and that of a contour that has no keys, at once and in all processes.
     * A key that is paused by itself stays so: {@link Limiter#resume()} ends both. Where there is no pause, nothing changes.
     *
     * @return completes when the store has ended it, or exceptionally with the store's error
     * @throws UnknownContourException when no contour has this name
     */
    CompletableFuture<Void> resume(String contour);

    @Override
    void close();
}
