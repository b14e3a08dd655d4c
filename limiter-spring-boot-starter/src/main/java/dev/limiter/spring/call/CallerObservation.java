package dev.limiter.spring.call;

import org.jspecify.annotations.Nullable;
import reactor.util.context.ContextView;

/** The observation of a reactive caller, as Spring's clients leave it in the Reactor context. */
public final class CallerObservation {

    /** The key that Micrometer's own accessor for this context has; its type may be missing. */
    private static final String KEY = "micrometer.observation";

    private CallerObservation() {}

    /** {@code null} where there is none: then the calling thread's counts. */
    public static @Nullable Object in(ContextView context) {
        return context.getOrDefault(KEY, null);
    }
}
