package dev.limiter.bucket;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that never goes back, whatever its source does. Safe for use by many threads. */
final class MonotonicTicker implements Ticker {

    private final Ticker source;

    private final AtomicLong latest;

    MonotonicTicker(Ticker source) {
        this.source = source;
        this.latest = new AtomicLong(source.micros());
    }

    @Override
    public long micros() {
        long reading = this.source.micros();
        long seen = this.latest.get();
        // Most readings are not later by a whole microsecond, or lose the race to one that is: no write for those.
        return (reading <= seen) ? seen : this.latest.accumulateAndGet(reading, Math::max);
    }
}
