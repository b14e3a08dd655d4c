package dev.limiter.sample.process;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Wakes each millisecond, and knows by how much it was late at worst. Where that is tens of milliseconds, the machine has
 * no time for us, and what should happen to the millisecond cannot be judged.
 */
public final class Metronome implements AutoCloseable {

    private static final Duration BEAT = Duration.ofMillis(1);

    private final Thread thread = new Thread(this::beat, "metronome");
    private final AtomicLong worstNanos = new AtomicLong();
    private volatile boolean stopped;

    private Metronome() {
        this.thread.setDaemon(true);
    }

    public static Metronome start() {
        Metronome metronome = new Metronome();
        metronome.thread.start();
        return metronome;
    }

    private void beat() {
        while (!this.stopped) {
            long due = System.nanoTime() + BEAT.toNanos();
            LockSupport.parkNanos(BEAT.toNanos());
            this.worstNanos.accumulateAndGet(System.nanoTime() - due, Math::max);
        }
    }

    /** Since this was last asked. */
    public Duration worst() {
        return Duration.ofNanos(this.worstNanos.getAndSet(0));
    }

    @Override
    public void close() {
        this.stopped = true;
    }
}
