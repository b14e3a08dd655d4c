package dev.limiter.spring.webclient;

import dev.limiter.LimiterListener;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Knows when a contour was last paused, so that a request that got its permit before, and is still waiting for its
 * connection, is not sent into the pause.
 */
final class PauseWatch implements LimiterListener {

    private final ConcurrentMap<String, Long> lastPause = new ConcurrentHashMap<>();

    @Override
    public void paused(String contour, Duration length, String cause) {
        this.lastPause.put(contour, System.nanoTime());
    }

    /** Whether the contour was paused after that instant of {@link System#nanoTime()}. */
    boolean pausedSince(String contour, long nanos) {
        Long last = this.lastPause.get(contour);
        return last != null && last - nanos > 0;
    }
}
