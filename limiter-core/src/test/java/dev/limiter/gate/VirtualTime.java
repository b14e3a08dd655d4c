package dev.limiter.gate;

import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.Ticker;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A clock and a timer that stand still until a test moves them. What is due runs on the thread that moves them, in the
 * order of its instants, each at its own. Safe for use by many threads.
 */
public final class VirtualTime implements Ticker, Timer {

    /** Not zero, so that a time that was never set shows. */
    private static final long START = 1_000_000_000;

    private final Queue<Task> tasks = new PriorityQueue<>(Task::inOrder);

    private long now = START;

    private long number;

    private boolean closed;

    private static final class Task {

        private final long at;

        private final long number;

        private final Runnable action;

        private Task(long at, long number, Runnable action) {
            this.at = at;
            this.number = number;
            this.action = action;
        }

        private static int inOrder(Task one, Task other) {
            return (one.at != other.at) ? Long.compare(one.at, other.at) : Long.compare(one.number, other.number);
        }
    }

    /** A registry that lives in this time, and tells callers on the thread on which it happens. */
    public GateRegistryBuilder registry(BucketStore store) {
        return GateRegistry.builder(store).timer(this).completions(Runnable::run);
    }

    @Override
    public synchronized long micros() {
        return this.now;
    }

    /** How much time has passed since the start. */
    public Duration passed() {
        return Instants.between(START, micros());
    }

    /** Lets time pass. */
    public void advance(Duration length) {
        long until = micros() + Instants.micros(length);
        Task next = next(until);
        while (next != null) {
            next.action.run();
            next = next(until);
        }
        stop(Instants.between(micros(), until));
    }

    /** Lets time pass while nothing runs, as when a virtual machine is stopped. What was due runs when it advances. */
    public synchronized void stop(Duration length) {
        this.now += Instants.micros(length);
    }

    /** Runs what is due next, and goes there. */
    public boolean advanceToNext() {
        Task next = next(Long.MAX_VALUE);
        if (next != null) {
            next.action.run();
        }
        return next != null;
    }

    private synchronized @Nullable Task next(long until) {
        Task next = this.tasks.peek();
        if (next == null || next.at > until) {
            return null;
        }
        this.tasks.remove();
        this.now = Math.max(this.now, next.at);
        return next;
    }

    /** How many tasks are to run. */
    public synchronized int pending() {
        return this.tasks.size();
    }

    public synchronized boolean isClosed() {
        return this.closed;
    }

    @Override
    public synchronized Alarm at(long micros, Runnable action) {
        if (this.closed) {
            return Alarm.NONE;
        }
        Task task = new Task(micros, this.number++, action);
        this.tasks.add(task);
        return () -> cancel(task);
    }

    private synchronized void cancel(Task task) {
        this.tasks.remove(task);
    }

    @Override
    public synchronized void close() {
        this.closed = true;
        this.tasks.clear();
    }
}
