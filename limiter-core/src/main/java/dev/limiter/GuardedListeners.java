package dev.limiter;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Several listeners as one that never throws: what one of them throws does not reach the others. */
final class GuardedListeners implements LimiterListener {

    private static final Logger logger = LoggerFactory.getLogger(GuardedListeners.class);

    private final Supplier<List<LimiterListener>> listeners;

    GuardedListeners(Supplier<List<LimiterListener>> listeners) {
        this.listeners = listeners;
    }

    @Override
    public void granted(String contour, Duration waited, WaitReason reason) {
        tell(listener -> listener.granted(contour, waited, reason));
    }

    @Override
    public void denied(String contour, Duration waited, RateLimitException exception) {
        tell(listener -> listener.denied(contour, waited, exception));
    }

    @Override
    public void abandoned(String contour, Duration waited, WaitReason reason) {
        tell(listener -> listener.abandoned(contour, waited, reason));
    }

    @Override
    public void attempted(String contour, Duration took, int status) {
        tell(listener -> listener.attempted(contour, took, status));
    }

    @Override
    public void refused(String contour, Refusal refusal) {
        tell(listener -> listener.refused(contour, refusal));
    }

    @Override
    public void paused(PauseBegun pause) {
        tell(listener -> listener.paused(pause));
    }

    @Override
    public void pauseOver(String contour) {
        tell(listener -> listener.pauseOver(contour));
    }

    @Override
    public void resumed(String contour) {
        tell(listener -> listener.resumed(contour));
    }

    @Override
    public void repeated(String contour, int attempt) {
        tell(listener -> listener.repeated(contour, attempt));
    }

    @Override
    public void exhausted(String contour, Exhaustion by) {
        tell(listener -> listener.exhausted(contour, by));
    }

    @Override
    public void storeCalled(String contour, StoreVerb verb, Duration took, boolean failed) {
        tell(listener -> listener.storeCalled(contour, verb, took, failed));
    }

    @Override
    public void storeModeChanged(String contour, StoreMode mode, String reason) {
        tell(listener -> listener.storeModeChanged(contour, mode, reason));
    }

    @Override
    public void limitsDiffer(String contour) {
        tell(listener -> listener.limitsDiffer(contour));
    }

    @Override
    public void limitsChanged(String contour, String from, String to) {
        tell(listener -> listener.limitsChanged(contour, from, to));
    }

    @Override
    public void wouldHaveWaited(String contour, Duration wait, WaitReason reason) {
        tell(listener -> listener.wouldHaveWaited(contour, wait, reason));
    }

    @Override
    public void wouldHaveBeenDenied(String contour, Duration waited, RateLimitException exception) {
        tell(listener -> listener.wouldHaveBeenDenied(contour, waited, exception));
    }

    @Override
    public void noAttemptSeen(String contour, String method) {
        tell(listener -> listener.noAttemptSeen(contour, method));
    }

    private void tell(Consumer<LimiterListener> news) {
        List<LimiterListener> all = this.listeners.get();
        // Without an iterator: several times for each permit.
        for (int i = 0; i < all.size(); i++) {
            try {
                news.accept(all.get(i));
            } catch (RuntimeException | Error ex) {
                // Whoever waits for a permit is not to hang because somebody counts badly.
                logger.warn("A LimiterListener threw; it is ignored", ex);
            }
        }
    }
}
