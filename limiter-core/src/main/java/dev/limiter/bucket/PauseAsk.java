package dev.limiter.bucket;

import dev.limiter.Refusal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Asks a store to pause a bucket, or all buckets of its contour.
 *
 * @param scope {@link Refusal.Scope#KEY} or {@link Refusal.Scope#CONTOUR}
 * @param sentAt when the refused request was sent, in the store's time: a request that was sent before the known pause
 *     ended belongs to that pause, and may only move its end
 * @param length how long the server asked for, already cut to the policy's maximum; {@code null} where it did not say:
 *     fallback × 2^(row − 1), at most a minute
 * @param jitterMicros what this process adds, at least 0
 * @param byHand whether a person asked for it: it is no refusal and lengthens no row
 */
public record PauseAsk(
        Refusal.Scope scope, long sentAt, @Nullable Duration length, long jitterMicros, boolean byHand) {}
