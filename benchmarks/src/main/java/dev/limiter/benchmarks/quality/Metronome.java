package dev.limiter.benchmarks.quality;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A thread that wakes each millisecond, and knows by how much it was late at worst: so late was whatever else ran here. */
final class Metronome {

    private static final long BEAT_NANOS = 1_000_000;

    private final AtomicLong worstNanos = new AtomicLong();

    private Metronome() {}

    /** Runs as long as the JVM does. */
    static Metronome start() {
        Metronome metronome = new Metronome();
        Thread thread = new Thread(metronome::beat, "metronome");
        thread.setDaemon(true);
        thread.start();
        return metronome;
    }

    private void beat() {
        while (true) {
            long due = System.nanoTime() + BEAT_NANOS;
            LockSupport.parkNanos(BEAT_NANOS);
            this.worstNanos.accumulateAndGet(System.nanoTime() - due, Math::max);
        }
    }

    /** In microseconds, since this was last asked. */
    long worstMicros() {
        return this.worstNanos.getAndSet(0) / 1_000;
    }
}
