package dev.limiter.redis;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many questions in a row a connection has not answered: its other end may be gone without a word. They are counted,
 * since a process that was stopped has asked one at most meanwhile. One thread asks; any may hear the answer.
 */
final class Silence {

    private static final int MOST_UNANSWERED = 8;

    /** Where several stores ask, they count as one. */
    private static final long COUNT_EVERY_NANOS = 200_000_000;

    private final AtomicInteger unanswered = new AtomicInteger();

    private long countedAt = System.nanoTime();

    /** One more question is on its way: whether there have been too many before it. */
    boolean isTooLong() {
        long now = System.nanoTime();
        if (now - this.countedAt < COUNT_EVERY_NANOS) {
            return false;
        }
        this.countedAt = now;
        return this.unanswered.incrementAndGet() > MOST_UNANSWERED;
    }

    void ends() {
        this.unanswered.set(0);
    }
}
