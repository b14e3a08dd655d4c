package dev.limiter.redis;

import dev.limiter.bucket.Pause;
import dev.limiter.bucket.StoreListener;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * What Redis is to be told about a contour's operations once it can be reached again. Safe for use by many threads.
 */
final class Owed implements StoreListener {

    /** In each contour. Who owes more is away for long, and then claims nothing either. */
    static final int MOST = 10_000;

    private final Map<String, Queue<Runnable>> byContour = new ConcurrentHashMap<>();

    /** There is an end to what is kept: beyond it this is forgotten, and the operation stays as it is. */
    void add(String contour, Runnable telling) {
        boolean unused = this.byContour
                .computeIfAbsent(contour, absent -> new LinkedBlockingQueue<>(MOST))
                .offer(telling);
    }

    /** Tells all of it, outside all locks. What fails comes back here by itself, for the next time. */
    @Override
    public void reachable(String contour) {
        Queue<Runnable> owed = this.byContour.get(contour);
        // as many as there are now
        for (int left = (owed != null) ? owed.size() : 0; owed != null && left > 0; left--) {
            Runnable next = owed.poll();
            if (next != null) {
                next.run();
            }
        }
    }

    @Override
    public void paused(String contour, @Nullable String key, Pause pause) {
        // is no matter of operations
    }
}
