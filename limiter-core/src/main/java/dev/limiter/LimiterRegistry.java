package dev.limiter;

import java.util.Set;

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

    @Override
    void close();
}
