package dev.limiter.redis;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another process or thread does, which no event tells. */
final class Await {

    private static final Duration LONGEST = Duration.ofSeconds(20);

    private Await() {}

    static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited in vain for " + what);
            }
            LockSupport.parkNanos(2_000_000);
        }
    }
}
