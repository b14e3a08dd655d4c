package dev.limiter.redis.server;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another process or thread does, which no event tells. */
public final class Await {

    private static final Duration LONGEST = Duration.ofSeconds(20);

    private Await() {}

    /**
     * Returns when the condition holds, which it asks every other millisecond.
     *
     * @throws IllegalStateException where it does not in 20 seconds
     */
    public static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("waited in vain for " + what);
            }
            LockSupport.parkNanos(2_000_000);
        }
    }
}
