package dev.limiter.redis;

import dev.limiter.bucket.Pause;
import dev.limiter.bucket.StoreListener;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells the listeners of each change of a pause once, whether a reply or the channel brings it first. Of buckets that
 * this process does not use nobody is told. Safe for use by many threads.
 */
final class PauseNews implements PauseChannel.Hearer {

    private final List<StoreListener> listeners;

    /** The latest number that was told, by the name of the bucket, or of the contour's pause. */
    private final ConcurrentMap<String, Long> told = new ConcurrentHashMap<>();

    /** The list is the store's, and may change. */
    PauseNews(List<StoreListener> listeners) {
        this.listeners = listeners;
    }

    void follow(RemoteBucket bucket) {
        this.told.putIfAbsent(bucket.name(), 0L);
        this.told.putIfAbsent(RedisNames.contourPause(bucket.bucket().contour()), 0L);
    }

    void forget(RemoteBucket bucket) {
        this.told.remove(bucket.name());
    }

    /** From the channel: it has just been written. */
    @Override
    public void heard(String contour, @Nullable String bucketName, Pause pause) {
        tell(contour, bucketName, pause, true);
    }

    /** In a reply: one that is over already, and the first that is seen, is nobody's news. */
    void seen(String contour, @Nullable String bucketName, Pause pause, long now) {
        tell(contour, bucketName, pause, pause.holdsAt(now));
    }

    private void tell(String contour, @Nullable String bucketName, Pause pause, boolean evenFirst) {
        String name = (bucketName != null) ? bucketName : RedisNames.contourPause(contour);
        boolean[] news = {false};
        this.told.computeIfPresent(name, (same, before) -> {
            news[0] = pause.number() > before && (before > 0 || evenFirst);
            return Math.max(pause.number(), before);
        });
        if (news[0]) {
            String key = (bucketName != null) ? RedisNames.keyOf(contour, bucketName) : null;
            this.listeners.forEach(listener -> listener.paused(contour, key, pause));
        }
    }
}
