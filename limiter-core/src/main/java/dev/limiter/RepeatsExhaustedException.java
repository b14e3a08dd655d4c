package dev.limiter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A call that could be repeated has been, as often or as long as its contour allows: whoever repeats it multiplies. At the
 * end of its attempts or its time a call ends with the last answer or error as itself; where that leaves a marked method
 * as an exception, this one is among its {@linkplain Throwable#getSuppressed() suppressed} ones.
 */
public class RepeatsExhaustedException extends RateLimitException {

    public RepeatsExhaustedException(
            String contour, String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
        super(contour, message, retryAfter, cause);
    }

    /** Whether an exception, or any that it holds, says so. For the predicates of outer retries. */
    public static boolean isIn(Throwable thrown) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Throwable> ahead = new ArrayList<>(List.of(thrown));
        while (!ahead.isEmpty()) {
            Throwable next = ahead.remove(ahead.size() - 1);
            if (next instanceof RepeatsExhaustedException) {
                return true;
            }
            if (seen.add(next)) {
                ahead.addAll(List.of(next.getSuppressed()));
                if (next.getCause() != null) {
                    ahead.add(next.getCause());
                }
            }
        }
        return false;
    }
}
