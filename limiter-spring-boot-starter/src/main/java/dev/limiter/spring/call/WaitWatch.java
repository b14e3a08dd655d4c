package dev.limiter.spring.call;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import org.jspecify.annotations.Nullable;

/**
 * Sees each wait for a permit that is a wait: nothing is seen where the permit is there at once. Safe for use by many
 * threads.
 */
@FunctionalInterface
public interface WaitWatch {

    /** Sees nothing. */
    WaitWatch NONE = (limiter, parent) -> limiter;

    /**
     * A limiter whose waits are seen.
     *
     * @param parent the caller's observation, where it is not the calling thread's; see {@link CallerObservation}
     */
    Limiter watched(Limiter limiter, @Nullable Object parent);

    /** Who begins what is seen of a wait. */
    @FunctionalInterface
    interface Beginning {

        /** A wait begins, on the caller's thread. */
        Wait begin();
    }

    /** One wait. Told of its end once, by any thread. */
    interface Wait {

        /** The permit is there. */
        void granted(Permit permit);

        /** It was denied, cancelled or interrupted. */
        void failed(Throwable failure);
    }
}
