package dev.limiter.spring.autoconfigure;

import dev.limiter.LimiterListener;
import dev.limiter.RateLimitException;
import dev.limiter.WaitReason;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All listeners of the application as one: what one of them throws does not reach the others. */
final class ListenerGroup implements LimiterListener {

    private static final Logger logger = LoggerFactory.getLogger(ListenerGroup.class);

    /** Found when something happens first, so that a listener may itself use the registry. */
    private final Supplier<List<LimiterListener>> listeners;

    ListenerGroup(Supplier<List<LimiterListener>> listeners) {
        this.listeners = listeners;
    }

    private void tell(Consumer<LimiterListener> news) {
        for (LimiterListener listener : this.listeners.get()) {
            try {
                news.accept(listener);
            } catch (RuntimeException ex) {
                logger.warn("A LimiterListener threw; it is ignored", ex);
            }
        }
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
    public void abandoned(String contour, Duration waited) {
        tell(listener -> listener.abandoned(contour, waited));
    }

    @Override
    public void paused(String contour, Duration length, String cause) {
        tell(listener -> listener.paused(contour, length, cause));
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
    public void noAttemptSeen(String contour, String method) {
        tell(listener -> listener.noAttemptSeen(contour, method));
    }
}
