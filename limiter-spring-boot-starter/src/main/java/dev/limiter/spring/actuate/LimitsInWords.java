package dev.limiter.spring.actuate;

import dev.limiter.contour.Contour;
import dev.limiter.contour.Limit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says limits in words, and reads them as they are written in properties. Safe for use by many threads. */
public interface LimitsInWords {

    /** What is configured for the contour, and what that follows from. */
    String configured(Contour contour);

    /** What the limits are that were put in the place of the configured ones. */
    String changed(List<Limit> limits);

    /**
     * Limits for the contour, as its properties would give them.
     *
     * @throws IllegalArgumentException with what is wrong, and what to write instead
     */
    List<Limit> read(Contour contour, Stated stated);

    /**
     * What somebody has written: a quota, with or without its headroom, or limits.
     *
     * @param quota such as 3000/5m
     * @param headroom such as 20%
     * @param limits such as {@code 8/s, 500/h capacity 100}
     */
    record Stated(
            @Nullable String quota,
            @Nullable String headroom,
            @Nullable String limits) {}
}
