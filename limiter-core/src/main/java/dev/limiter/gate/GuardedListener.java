package dev.limiter.gate;

import dev.limiter.LimiterListener;
import dev.limiter.RateLimitException;
import dev.limiter.WaitReason;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A listener that never throws. */
final class GuardedListener implements LimiterListener {

    private static final Logger logger = LoggerFactory.getLogger(GuardedListener.class);

    private final LimiterListener listener;

    GuardedListener(LimiterListener listener) {
        this.listener = listener;
    }

    @Override
    public void granted(String contour, Duration waited, WaitReason reason) {
        guarded(guest -> guest.granted(contour, waited, reason));
    }

    @Override
    public void denied(String contour, Duration waited, RateLimitException exception) {
        guarded(guest -> guest.denied(contour, waited, exception));
    }

    @Override
    public void abandoned(String contour, Duration waited) {
        guarded(guest -> guest.abandoned(contour, waited));
    }

    @Override
    public void paused(String contour, Duration length, String cause) {
        guarded(guest -> guest.paused(contour, length, cause));
    }

    @Override
    public void resumed(String contour) {
        guarded(guest -> guest.resumed(contour));
    }

    @Override
    public void repeated(String contour, int attempt) {
        guarded(guest -> guest.repeated(contour, attempt));
    }

    @Override
    public void noAttemptSeen(String contour, String method) {
        guarded(guest -> guest.noAttemptSeen(contour, method));
    }

    private void guarded(Consumer<LimiterListener> call) {
        if (this.listener == LimiterListener.NONE) {
            return;
        }
        try {
            call.accept(this.listener);
        } catch (RuntimeException | Error ex) {
            logger.warn("A LimiterListener threw; it is ignored", ex);
        }
    }
}
