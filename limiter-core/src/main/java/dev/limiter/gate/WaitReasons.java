package dev.limiter.gate;

import dev.limiter.WaitReason;

/** What a gate's waiters wait for. Guarded by the gate's lock. */
final class WaitReasons {

    private final KnownPauses pauses;

    private final Places places;

    private final StoreCall call;

    private final Outage outage;

    /** When slots were last held whose instants were yet to come: whoever was here then has waited for the rate. */
    private long slowedAt = Long.MIN_VALUE;

    WaitReasons(KnownPauses pauses, Places places, StoreCall call, Outage outage) {
        this.pauses = pauses;
        this.places = places;
        this.call = call;
        this.outage = outage;
    }

    void slowedByRate(long now) {
        this.slowedAt = now;
    }

    /** What those wait for who get nothing now. */
    WaitReason at(long now) {
        if (this.pauses.until() > now) {
            return WaitReason.PAUSE;
        }
        if (this.places.free() <= 0) {
            return WaitReason.CONCURRENCY;
        }
        return (this.call.isInFlight() || this.outage.isOn(now)) ? WaitReason.STORE : WaitReason.RATE;
    }

    /** What this one, who is served now, has waited for. */
    WaitReason of(Waiter waiter) {
        if (this.pauses.until() > waiter.since) {
            return WaitReason.PAUSE;
        }
        if (waiter.waitedForPlace) {
            return WaitReason.CONCURRENCY;
        }
        return (this.slowedAt >= waiter.since) ? WaitReason.RATE : WaitReason.STORE;
    }
}
