package dev.limiter.redis;

import dev.limiter.bucket.Ticker;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What differs between production and tests.
 *
 * @param ticker this process's clock
 * @param serverClock what the script takes for the server's time; {@code null} in production, where it asks the server
 * @param timeout how long a call is waited for
 */
record StoreSettings(Ticker ticker, @Nullable LongSupplier serverClock, Duration timeout) {

    static final StoreSettings DEFAULT = new StoreSettings(Ticker.system(), null, Duration.ofMillis(250));

    StoreSettings {
        if (timeout.compareTo(Duration.ofMillis(1)) < 0 || timeout.compareTo(Duration.ofSeconds(10)) > 0) {
            throw new IllegalArgumentException("timeout must be from 1ms to 10s, but is " + timeout);
        }
    }

    StoreSettings withTimeout(Duration value) {
        return new StoreSettings(this.ticker, this.serverClock, value);
    }
}
