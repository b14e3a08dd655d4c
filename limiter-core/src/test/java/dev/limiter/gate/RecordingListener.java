package dev.limiter.gate;

import dev.limiter.LimiterListener;
import dev.limiter.PauseBegun;
import dev.limiter.RateLimitException;
import dev.limiter.StoreMode;
import dev.limiter.WaitReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Writes down what it is told, as short lines. Safe for use by many threads. */
final class RecordingListener implements LimiterListener {

    private final List<String> events = new ArrayList<>();

    synchronized List<String> events() {
        return List.copyOf(this.events);
    }

    /**
     * What was told of this kind: {@code granted}, {@code denied}, {@code abandoned}, {@code paused}, {@code resumed},
     * {@code store}, {@code differ} or {@code changed}.
     */
    List<String> events(String kind) {
        return events().stream().filter(event -> event.startsWith(kind + " ")).toList();
    }

    private synchronized void add(String format, Object... values) {
        this.events.add(format.formatted(values));
    }

    @Override
    public void granted(String contour, Duration waited, WaitReason reason) {
        add("granted %s after %dms %s", contour, waited.toMillis(), reason);
    }

    @Override
    public void denied(String contour, Duration waited, RateLimitException exception) {
        add(
                "denied %s after %dms %s",
                contour, waited.toMillis(), exception.getClass().getSimpleName());
    }

    @Override
    public void abandoned(String contour, Duration waited, WaitReason reason) {
        add("abandoned %s after %dms", contour, waited.toMillis());
    }

    @Override
    public void paused(PauseBegun pause) {
        add("paused %s for %dms: %s", pause.contour(), pause.length().toMillis(), pause.cause());
    }

    @Override
    public void wouldHaveWaited(String contour, Duration wait, WaitReason reason) {
        add("wouldHaveWaited %s %dms %s", contour, wait.toMillis(), reason);
    }

    @Override
    public void wouldHaveBeenDenied(String contour, Duration waited, RateLimitException exception) {
        add(
                "wouldHaveBeenDenied %s after %dms %s",
                contour, waited.toMillis(), exception.getClass().getSimpleName());
    }

    @Override
    public void resumed(String contour) {
        add("resumed %s", contour);
    }

    @Override
    public void storeModeChanged(String contour, StoreMode mode, String reason) {
        add("store %s %s %s", contour, mode, reason);
    }

    @Override
    public void limitsChanged(String contour, String from, String to) {
        add("changed %s from %s to %s", contour, from, to);
    }

    @Override
    public void limitsDiffer(String contour) {
        add("differ %s", contour);
    }
}
