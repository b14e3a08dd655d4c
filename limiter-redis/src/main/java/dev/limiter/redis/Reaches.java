package dev.limiter.redis;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which contours can be reached, of those that were asked for. Safe for use by many threads. */
final class Reaches implements RedisLink.Watcher, AutoCloseable {

    private final RedisLink link;

    private final Function<String, CompletionStage<?>> trial;

    private final StoreListeners listeners;

    private final ConcurrentMap<String, Reach> reaches = new ConcurrentHashMap<>();

    /**
     * @param trial tries a contour
     * @param listeners are told
     */
    Reaches(RedisLink link, Function<String, CompletionStage<?>> trial, StoreListeners listeners) {
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
        if (reason != null) {
            this.listeners.tell(listener -> listener.unreachable(contour, reason));
        } else {
            this.listeners.tell(listener -> listener.reachable(contour));
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
