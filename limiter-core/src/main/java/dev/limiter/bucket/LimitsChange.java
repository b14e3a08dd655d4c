package dev.limiter.bucket;

import dev.limiter.contour.Contour;
import dev.limiter.contour.Limit;
import java.util.List;

/**
 * That somebody has changed the limits of a contour, for all its keys, while it runs. Immutable.
 *
 * @param revision grows with every change of the contour, so that one that comes late is known as such; 0 where there has
 *     never been one
 * @param limits what holds in the place of the configured limits; empty where those hold again
 */
public record LimitsChange(long revision, List<Limit> limits) {

    /** There has never been one. */
    public static final LimitsChange NONE = new LimitsChange(0, List.of());

    public LimitsChange {
        limits = List.copyOf(limits);
        if (limits.size() > Contour.MOST_LIMITS) {
            throw new IllegalArgumentException(
                    "limits: a contour can have %d at most, not %d".formatted(Contour.MOST_LIMITS, limits.size()));
        }
    }

    /** Whether the configured limits hold. */
    public boolean isReset() {
        return this.limits.isEmpty();
    }

    /** The same contour with its configured limits, later than this. */
    public LimitsChange reset() {
        return new LimitsChange(this.revision + 1, List.of());
    }
}
