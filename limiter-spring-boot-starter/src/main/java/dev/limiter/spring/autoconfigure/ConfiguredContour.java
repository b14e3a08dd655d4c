package dev.limiter.spring.autoconfigure;

import dev.limiter.contour.Contour;
import dev.limiter.contour.Quota;
import org.jspecify.annotations.Nullable;

/**
 * A contour, and what was said about it that it does not hold itself.
 *
 * @param headroom {@code null} where it is the default
 * @param stated whether its limits were stated, and not derived from the quota
 */
record ConfiguredContour(
        Contour contour, @Nullable Quota quota, @Nullable Double headroom, boolean stated) {

    double headroomOrDefault() {
        if (this.headroom != null) {
            return this.headroom;
        }
        return (this.quota != null && this.quota.requests() == 1) ? 0 : Quota.DEFAULT_HEADROOM;
    }
}
