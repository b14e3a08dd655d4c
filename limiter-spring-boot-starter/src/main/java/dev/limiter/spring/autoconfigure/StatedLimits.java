package dev.limiter.spring.autoconfigure;

import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Quota;
import dev.limiter.contour.Rate;
import dev.limiter.spring.autoconfigure.ContourProperties.LimitProperties;
import dev.limiter.spring.method.DurationText;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The quota or the limits of a contour, as somebody has stated them.
 *
 * @param quota {@code null} where none was stated
 * @param headroom likewise
 */
record StatedLimits(@Nullable Quota quota, @Nullable Double headroom) {

    /**
     * Reads them into a contour.
     *
     * @throws InvalidPropertyException with what is wrong, and what to write instead
     */
    static StatedLimits read(
            ContourBuilder builder,
            StatedValues values,
            @Nullable String quota,
            @Nullable String headroom,
            @Nullable String arrivalJitter,
            List<LimitProperties> limits) {
        Quota documented = values.read("quota", quota, Quota::parse);
        if (documented != null) {
            builder.quota(documented);
        }
        Double share = values.read("headroom", headroom, Percent::parse);
        if (share != null) {
            builder.headroom(share);
        }
        Duration jitter = values.read("arrival-jitter", arrivalJitter, StatedLimits::jitter);
        if (jitter != null) {
            builder.arrivalJitter(jitter);
        }
        for (int i = 0; i < limits.size(); i++) {
            limit(builder, values, "limits[" + i + "].", limits.get(i));
        }
        return new StatedLimits(documented, share);
    }

    private static Duration jitter(String text) {
        Duration jitter = DurationText.parse(text);
        if (jitter.isNegative() || jitter.compareTo(Duration.ofMinutes(1)) > 0) {
            throw new IllegalArgumentException("it must be from 0 to 1 minute");
        }
        return jitter;
    }

    private static void limit(ContourBuilder builder, StatedValues values, String at, LimitProperties limit) {
        Rate rate = rate(values, at, limit);
        if (limit.capacity() == null) {
            builder.limit(rate);
        } else {
            long capacity = limit.capacity();
            values.check(at + "capacity", () -> Limit.of(rate, capacity));
            builder.limit(rate, capacity);
        }
    }

    static Rate rate(StatedValues values, String at, LimitProperties limit) {
        Rate rate = values.read(at + "rate", limit.rate(), Rate::parse);
        if (rate == null) {
            throw values.problem(at + "rate", "a limit has no rate", null);
        }
        values.note(at + "capacity", limit.capacity());
        return rate;
    }
}
