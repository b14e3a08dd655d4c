package dev.limiter.bucket;

import org.jspecify.annotations.Nullable;

/** Is told of each change of a pause, whichever process made it. */
@FunctionalInterface
public interface PauseListener {

    /**
     * A pause began, moved its end or was ended.
     *
     * @param contour the contour's name
     * @param key the key, or {@code null} for all keys of the contour
     * @param pause the pause now; its number counts the changes of this key, or of this contour
     */
    void paused(String contour, @Nullable String key, Pause pause);
}
