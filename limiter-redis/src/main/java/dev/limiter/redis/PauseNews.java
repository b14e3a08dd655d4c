package dev.limiter.redis;

import dev.limiter.bucket.Pause;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells the listeners of each change of a pause once, whether a reply or the channel brings it first. Of buckets that
 * this process does not use nobody is told. Safe for use by many threads.
 */
final class PauseNews implements PauseChannel.Hearer {

    private final StoreListeners listeners;

    /** By the name of the bucket, or of the contour's pause. */
    private final ConcurrentMap<String, Followed> followed = new ConcurrentHashMap<>();

    /**
     * A pause that somebody here wants to hear of.
     *
     * @param told the latest number that was told
     * @param followers for how many; of one bucket there may be several, as of a gate that went and the next one
     */
    private record Followed(long told, int followers) {

        Followed with(int more) {
            return new Followed(this.told, this.followers + more);
        }
    }

    PauseNews(StoreListeners listeners) {
        this.listeners = listeners;
    }

    void follow(RemoteBucket bucket) {
        follow(bucket.name());
        follow(RedisNames.contourPause(bucket.bucket().contour()));
    }

    private void follow(String name) {
        this.followed.merge(name, new Followed(0, 1), (known, one) -> known.with(1));
    }

    /** The contour's pause stays followed: there are as many as the configuration names. */
    void forget(RemoteBucket bucket) {
        this.followed.computeIfPresent(
                bucket.name(), (name, known) -> (known.followers() == 1) ? null : known.with(-1));
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
        if (pause.number() == 0) {
            // Nearly always there has been none: then nothing need be looked up.
            return;
        }
        String name = (bucketName != null) ? bucketName : RedisNames.contourPause(contour);
        boolean[] news = {false};
        this.followed.computeIfPresent(name, (same, known) -> {
            news[0] = pause.number() > known.told() && (known.told() > 0 || evenFirst);
            return new Followed(Math.max(pause.number(), known.told()), known.followers());
        });
        if (news[0]) {
            String key = (bucketName != null) ? RedisNames.keyOf(contour, bucketName) : null;
            this.listeners.tell(listener -> listener.paused(contour, key, pause));
        }
    }
}
