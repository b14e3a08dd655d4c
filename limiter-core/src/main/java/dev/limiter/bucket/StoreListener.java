package dev.limiter.bucket;

import org.jspecify.annotations.Nullable;

/**
 * Is told what happens to a store, whichever process did it. Called on the thread on which it happens, outside all
 * locks: must not block.
 */
@FunctionalInterface
public interface StoreListener {

    /**
     * A pause began, moved its end or was ended.
     *
     * @param contour the contour's name
     * @param key the key, or {@code null} for all keys of the contour
     * @param pause the pause now; its number counts the changes of this key, or of this contour
     */
    void paused(String contour, @Nullable String key, Pause pause);

    /**
     * The contour's buckets cannot be reached: calls fail at once until {@link #reachable} is told.
     *
     * @param reason why; holds no credential
     */
    default void unreachable(String contour, Throwable reason) {}

    /** The contour's buckets can be reached again. */
    default void reachable(String contour) {}

    /**
     * The limits of a contour were changed. May be told more than once, and after a later one.
     *
     * @param change tells by its revision whether it is news
     */
    default void limitsChanged(String contour, LimitsChange change) {}

    /** A call brought other limits than the last one on this bucket: another process runs another configuration. */
    default void limitsDiffer(String contour, String key) {}
}
