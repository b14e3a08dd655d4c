package dev.limiter.spring.metrics;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.RateLimitException;
import dev.limiter.spring.call.WaitWatch;
import dev.limiter.spring.call.WatchedLimiter;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Gives each wait for a permit an observation of its own, {@value #NAME}, as a child of the caller's. It begins where the
 * permit is not there at once, and ends when it is there or denied, or the caller has given up. Low-cardinality keys:
 * {@code contour}, {@code reason} (none where the caller gave up) and {@code outcome}, as in the meter of that name. A
 * denial is its error.
 */
public final class ObservedWaits implements WaitWatch {

    /** The name of the observation. */
    public static final String NAME = "limiter.wait";

    private final ObservationRegistry observations;

    /** Observes in a registry. */
    public ObservedWaits(ObservationRegistry observations) {
        this.observations = observations;
    }

    @Override
    public Limiter watched(Limiter limiter, @Nullable Object parent) {
        if (this.observations.isNoop()) {
            return limiter;
        }
        return new WatchedLimiter(limiter, () -> new ObservedWait(begin(limiter.contour(), parent)));
    }

    private Observation begin(String contour, @Nullable Object parent) {
        Observation wait =
                Observation.createNotStarted(NAME, this.observations).lowCardinalityKeyValue("contour", contour);
        if (parent instanceof Observation caller) {
            wait.parentObservation(caller);
        }
        return wait.start();
    }

    private record ObservedWait(Observation observation) implements Wait {

        @Override
        public void granted(Permit permit) {
            stop(WaitTags.granted(permit.waitedFor()));
        }

        @Override
        public void failed(Throwable failure) {
            if (failure instanceof RateLimitException denial) {
                this.observation.error(denial);
                stop(WaitTags.denied(denial));
            } else {
                stop(WaitTags.cancelled());
            }
        }

        private void stop(WaitTags tags) {
            this.observation
                    .lowCardinalityKeyValue("reason", tags.reason())
                    .lowCardinalityKeyValue("outcome", tags.outcome())
                    .stop();
        }
    }
}
