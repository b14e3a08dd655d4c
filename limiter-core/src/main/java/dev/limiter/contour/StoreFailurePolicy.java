package dev.limiter.contour;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a contour does while its store cannot be reached.
 *
 * @param kind what becomes of the callers
 * @param reduced the limit of {@link Kind#REDUCED}, and of it alone: what each process runs by itself meanwhile
 */
public record StoreFailurePolicy(Kind kind, @Nullable Limit reduced) {

    /** Callers are denied at once. The default. */
    public static final StoreFailurePolicy REJECT = new StoreFailurePolicy(Kind.REJECT, null);

    /** Callers wait until the store is back, or their max-wait is over. */
    public static final StoreFailurePolicy QUEUE = new StoreFailurePolicy(Kind.QUEUE, null);

    /** What becomes of the callers. */
    public enum Kind {
        /** They are denied at once. */
        REJECT,
        /** They wait in the bounded queue until the store is back, or their max-wait is over. */
        QUEUE,
        /**
         * They are served from a bucket of the process's own, which starts empty. Processes that are cut off each have
         * one: the server may see the sum, and the shared rate besides where others still reach the store.
         */
        REDUCED
    }

    public StoreFailurePolicy {
        if (kind == Kind.REDUCED && reduced == null) {
            throw new IllegalArgumentException(
                    "on-store-failure: reduced needs a limit that each process may run alone: write reduced: {rate: 1/s, capacity: 1}");
        }
        if (kind != Kind.REDUCED && reduced != null) {
            throw new IllegalArgumentException(
                    "reduced is the limit of on-store-failure: reduced, and means nothing with %s: remove one of them"
                            .formatted(kind.name().toLowerCase(Locale.ROOT)));
        }
    }

    /** Each process runs this limit by itself, from an empty bucket on. */
    public static StoreFailurePolicy reduced(Limit limit) {
        return new StoreFailurePolicy(Kind.REDUCED, limit);
    }
}
