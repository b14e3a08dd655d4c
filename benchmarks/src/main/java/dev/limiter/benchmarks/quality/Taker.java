package dev.limiter.benchmarks.quality;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Waits for permits. Safe for use by many threads. */
@FunctionalInterface
interface Taker {

    /** Most limiters do not want to hear what the server answered. */
    Taken UNHEARD = (status, retryAfter) -> {};

    Taken take() throws Exception;

    /** A permit that may be used now. */
    @FunctionalInterface
    interface Taken {

        void answered(int status, @Nullable Duration retryAfter);
    }
}
