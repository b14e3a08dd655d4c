package dev.limiter.bucket;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that stands still until it is told to move, also backwards. Safe for use by many threads.
 *
 * <p>It starts at an instant as large as a server's clock shows it: what loses digits there loses them in a test.
 */
public final class VirtualTicker implements Ticker {

    private static final long START = 1_790_000_000_123_457L;

    private final AtomicLong now;

    public VirtualTicker() {
        this(START);
    }

    public VirtualTicker(long micros) {
        this.now = new AtomicLong(micros);
    }

    @Override
    public long micros() {
        return this.now.get();
    }

    /** Moves to the instant, which may be earlier than now. */
    public void set(long micros) {
        this.now.set(micros);
    }

    /** Moves by the duration, which may be negative. */
    public void advance(Duration duration) {
        this.now.addAndGet(duration.toNanos() / 1000);
    }
}
