package dev.limiter.sample.api;

import dev.limiter.spring.test.Pace;
import dev.limiter.spring.test.ServerQuota;
import java.time.Duration;

/**
 * Another client of the same quota, which sends at an even pace from the server's start on.
 *
 * @param requests how many requests it sends {@code per} period, or, where {@code per} is zero, what percentage of the
 *     quota's long-run rate
 * @param per the period, or zero for a share
 */
public record OtherClient(int requests, Duration per) {

    public OtherClient {
        if (per.isNegative()) {
            throw new IllegalArgumentException("The other client's period must not be negative, but is " + per);
        }
        if (per.isZero() && (requests < 1 || requests > 100)) {
            throw new IllegalArgumentException(
                    "The other client's share of the quota must be from 1 to 100 percent, not " + requests);
        }
        if (requests < 1 || requests > 100_000) {
            throw new IllegalArgumentException("The other client must send from 1 to 100000 requests, not " + requests);
        }
    }

    /** Spends this percentage of what the quota allows in the long run. */
    public static OtherClient share(int percent) {
        return new OtherClient(percent, Duration.ZERO);
    }

    /** Sends this many requests a second, whatever the quota. */
    public static OtherClient perSecond(int requests) {
        return new OtherClient(requests, Duration.ofSeconds(1));
    }

    Pace paceIn(ServerQuota quota) {
        return per.isZero()
                ? new Pace((long) requests * quota.requests(), 100 * Micros.of(quota.per()))
                : new Pace(requests, Micros.of(per));
    }
}
