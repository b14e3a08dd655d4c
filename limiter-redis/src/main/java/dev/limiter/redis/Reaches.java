package dev.limiter.redis;

import dev.limiter.bucket.StoreListener;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which contours can be reached, of those that were asked for. Safe for use by many threads. */
final class Reaches implements RedisLink.Watcher, AutoCloseable {

    private final RedisLink link;

    private final Function<String, CompletionStage<?>> trial;

    private final List<StoreListener> listeners;

    private final ConcurrentMap<String, Reach> reaches = new ConcurrentHashMap<>();

    /**
     * @param trial tries a contour
     * @param listeners are told; the list may change
     */
    Reaches(RedisLink link, Function<String, CompletionStage<?>> trial, List<StoreListener> listeners) {
        this.link = link;
        this.trial = trial;
        this.listeners = listeners;
        link.watch(this);
    }

    Reach of(String contour) {
        Reach known = this.reaches.get(contour);
        return (known != null) ? known : this.reaches.computeIfAbsent(contour, this::make);
    }

    private Reach make(String contour) {
        return new Reach(this.link, () -> this.trial.apply(contour), reason -> tell(contour, reason));
    }

    private void tell(String contour, @Nullable Throwable reason) {
        for (StoreListener listener : this.listeners) {
            if (reason != null) {
                listener.unreachable(contour, reason);
            } else {
                listener.reachable(contour);
            }
        }
    }

    boolean isReachable(String contour) {
        Reach reach = this.reaches.get(contour);
        return (reach != null) ? reach.reason() == null : this.link.isConnected();
    }

    @Override
    public void connected() {
        this.reaches.values().forEach(Reach::tryNow);
    }

    @Override
    public void lost() {
        this.reaches.values().forEach(Reach::lost);
    }

    @Override
    public void close() {
        this.link.watchNoMore(this);
    }
}
