package dev.limiter;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a caller asks of a {@link Limiter}.
 *
 * @param permits what the request costs, at least 1
 * @param priority who is served first
 * @param maxWait the longest wait, zero for now or never, {@code null} for the contour's own
 */
public record PermitRequest(
        int permits, Priority priority, @Nullable Duration maxWait) {

    private static final PermitRequest ONE = new PermitRequest(1, Priority.NORMAL, null);

    public PermitRequest {
        if (permits < 1) {
            throw new IllegalArgumentException("permits must be at least 1, but is " + permits);
        }
        if (maxWait != null && maxWait.isNegative()) {
            throw new IllegalArgumentException("maxWait must not be negative, but is " + maxWait);
        }
    }

    /** One permit, {@link Priority#NORMAL}, the contour's own max-wait. */
    public static PermitRequest one() {
        return ONE;
    }

    /** As {@link #one()}, for a request that costs more. */
    public static PermitRequest of(int permits) {
        return new PermitRequest(permits, Priority.NORMAL, null);
    }

    /** This request with another priority. */
    public PermitRequest withPriority(Priority other) {
        return new PermitRequest(this.permits, other, this.maxWait);
    }

    /** This request with another longest wait; {@link Duration#ZERO} means now or never. */
    public PermitRequest withMaxWait(Duration other) {
        return new PermitRequest(this.permits, this.priority, other);
    }
}
