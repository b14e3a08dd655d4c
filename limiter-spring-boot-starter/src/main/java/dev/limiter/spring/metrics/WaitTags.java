package dev.limiter.spring.metrics;

import dev.limiter.PermitTimeoutException;
import dev.limiter.RateLimitException;
import dev.limiter.StoreUnavailableException;
import dev.limiter.WaitReason;

/**
 * How a wait shows, in meters and observations.
 *
 * @param reason rate, pause, concurrency, store or none
 * @param outcome granted, denied, timed-out or cancelled
 */
record WaitTags(String reason, String outcome) {

    /** Where nothing was waited for, or nobody can say what. */
    private static final String NONE = "none";

    private static final String CANCELLED = "cancelled";

    static WaitTags granted(WaitReason reason) {
        return new WaitTags(Names.of(reason), "granted");
    }

    static WaitTags denied(RateLimitException denial) {
        if (denial instanceof PermitTimeoutException late) {
            return new WaitTags(Names.of(late.waitedFor()), "timed-out");
        }
        return new WaitTags(
                (denial instanceof StoreUnavailableException) ? Names.of(WaitReason.STORE) : NONE, "denied");
    }

    static WaitTags cancelled(WaitReason reason) {
        return new WaitTags(Names.of(reason), CANCELLED);
    }

    static WaitTags cancelled() {
        return new WaitTags(NONE, CANCELLED);
    }
}
