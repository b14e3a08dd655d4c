package dev.limiter.redis;

import dev.limiter.bucket.StoreListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who is told what happens to a store. What one of them throws is nobody else's. Safe for use by many threads. */
final class StoreListeners {

    private static final Logger logger = LoggerFactory.getLogger(StoreListeners.class);

    private final List<StoreListener> listeners = new CopyOnWriteArrayList<>();

    void add(StoreListener listener) {
        this.listeners.add(listener);
    }

    void remove(StoreListener listener) {
        this.listeners.remove(listener);
    }

    void clear() {
        this.listeners.clear();
    }

    void tell(Consumer<StoreListener> news) {
        for (StoreListener listener : this.listeners) {
            try {
                news.accept(listener);
            } catch (RuntimeException | Error ex) {
                logger.warn("A StoreListener threw; it is ignored", ex);
            }
        }
    }
}
