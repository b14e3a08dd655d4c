package dev.limiter.spring.testing;

import dev.limiter.LimiterListener;
import dev.limiter.PauseBegun;
import dev.limiter.RateLimitException;
import dev.limiter.WaitReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What the limiter told. */
public final class Told implements LimiterListener {

    public final List<String> granted = new CopyOnWriteArrayList<>();

    public final List<String> denied = new CopyOnWriteArrayList<>();

    public final List<String> abandoned = new CopyOnWriteArrayList<>();

    public final List<String> paused = new CopyOnWriteArrayList<>();

    public final List<String> repeated = new CopyOnWriteArrayList<>();

    public final List<String> unseen = new CopyOnWriteArrayList<>();

    @Override
    public void granted(String contour, Duration waited, WaitReason reason) {
        this.granted.add(contour);
    }

    @Override
    public void denied(String contour, Duration waited, RateLimitException exception) {
        this.denied.add(contour);
    }

    @Override
    public void abandoned(String contour, Duration waited, WaitReason reason) {
        this.abandoned.add(contour);
    }

    @Override
    public void paused(PauseBegun pause) {
        this.paused.add(pause.contour() + ": " + pause.cause());
    }

    @Override
    public void repeated(String contour, int attempt) {
        this.repeated.add(contour + " #" + attempt);
    }

    @Override
    public void noAttemptSeen(String contour, String method) {
        this.unseen.add(contour + ": " + method);
    }
}
