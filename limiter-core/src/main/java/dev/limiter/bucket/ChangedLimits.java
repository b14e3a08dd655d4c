package dev.limiter.bucket;

import dev.limiter.contour.Limit;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Which contours run other limits than the configured ones, in the memory of a process. Safe for use by many threads. */
final class ChangedLimits {

    /** How long a change outlives the last use of its contour. */
    private static final long LIFE = TimeUnit.DAYS.toMicros(7);

    /** How exactly the last use is known. */
    private static final long NOTED_EVERY = TimeUnit.HOURS.toMicros(1);

    private final ConcurrentMap<String, Kept> kept = new ConcurrentHashMap<>();

    private record Kept(LimitsChange change, long usedAt) {}

    /** @param limits empty: the configured ones */
    LimitsChange change(String contour, List<Limit> limits, long now) {
        return this.kept
                .merge(
                        contour,
                        new Kept(new LimitsChange(1, limits), now),
                        (before, first) ->
                                new Kept(new LimitsChange(before.change().revision() + 1, limits), now))
                .change();
    }

    /** Whether the contour runs other limits than its own. Nearly always nobody's were changed: that is seen at once. */
    boolean holdFor(String contour) {
        if (this.kept.isEmpty()) {
            return false;
        }
        Kept known = this.kept.get(contour);
        return known != null && !known.change().isReset();
    }

    LimitsChange of(String contour) {
        Kept known = this.kept.get(contour);
        return (known != null) ? known.change() : LimitsChange.NONE;
    }

    /** Somebody uses the contour. Returns the end of a change that nobody has used for too long; else {@code null}. */
    @Nullable
    LimitsChange used(String contour, long now) {
        Kept known = this.kept.get(contour);
        if (known == null || known.change().isReset() || now - known.usedAt() < NOTED_EVERY) {
            return null;
        }
        boolean over = now - known.usedAt() >= LIFE;
        Kept next = new Kept(over ? known.change().reset() : known.change(), now);
        return (this.kept.replace(contour, known, next) && over) ? next.change() : null;
    }
}
