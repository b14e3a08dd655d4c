package dev.limiter.gate;

import dev.limiter.LimiterClosedException;
import dev.limiter.LimiterListener;
import dev.limiter.RateLimitException;
import dev.limiter.WaitReason;
import dev.limiter.contour.Contour;
import java.time.Duration;

/**
 * Tells how the waits of a contour's callers end: as they do, or, where its limits are only measured, as they would have.
 * Safe for use by many threads.
 */
final class WaitNews {

    private final String contour;

    private final boolean observed;

    private final LimiterListener listener;

    /** @param listener never throws */
    WaitNews(Contour contour, LimiterListener listener) {
        this.contour = contour.name();
        this.observed = contour.isObserved();
        this.listener = listener;
    }

    void granted(Duration waited, WaitReason reason) {
        if (this.observed) {
            this.listener.wouldHaveWaited(this.contour, waited, reason);
        } else {
            this.listener.granted(this.contour, waited, reason);
        }
    }

    void denied(Duration waited, RateLimitException exception) {
        if (!this.observed) {
            this.listener.denied(this.contour, waited, exception);
        } else if (!(exception instanceof LimiterClosedException)) {
            // The end of the application is no doing of a limit.
            this.listener.wouldHaveBeenDenied(this.contour, waited, exception);
        }
    }

    /** Where the limits are only measured nobody gives up: the request was not sent for a reason of its own. */
    void abandoned(Duration waited, WaitReason reason) {
        if (!this.observed) {
            this.listener.abandoned(this.contour, waited, reason);
        }
    }
}
