package dev.limiter.operation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** Both clocks of a store, which stand still until they are told to move. The monotonic one is about to overflow. */
final class TestClock implements InstantSource {

    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

    private final AtomicLong passed = new AtomicLong();

    private volatile Duration step = Duration.ZERO;

    long nanoTime() {
        return Long.MAX_VALUE - Duration.ofMinutes(1).toNanos() + this.passed.get();
    }

    @Override
    public Instant instant() {
        return START.plusNanos(this.passed.get()).plus(this.step);
    }

    void pass(Duration time) {
        this.passed.addAndGet(time.toNanos());
    }

    /** Somebody sets the wall clock. */
    void step(Duration by) {
        this.step = this.step.plus(by);
    }
}
