package dev.limiter.test;

import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.Ticker;
import dev.limiter.gate.GateRegistry;
import dev.limiter.gate.GateRegistryBuilder;
import dev.limiter.gate.Timer;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until a test moves it, and the timers of the registries that live in its time. What is due runs
 * on the thread that moves the clock, in the order of its instants, each at its own. Safe for use by many threads.
 *
 * <pre>{@code
 * VirtualClock clock = new VirtualClock();
 * try (GateRegistry registry = clock.registry(new InMemoryBucketStore(clock)).contours(List.of(datacite)).build()) {
 *     CompletableFuture<Permit> permit = registry.limiter("datacite").acquireAsync();
 *     clock.advance(Duration.ofMinutes(5));
 * }
 * }</pre>
 */
public final class VirtualClock implements Ticker {

    /** Not zero, so that a time that was never set shows. */
    private static final long START = 1_000_000_000;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final long LOOK_AGAIN_NANOS = 1_000_000;

    private final @Nullable Executor late;

    private final Queue<Task> tasks = new PriorityQueue<>(Task::inOrder);

    private long now = START;

    private long number;

    private record Task(long at, long number, Runnable action, AtomicBoolean begun, OwnTimer owner) {

        static int inOrder(Task one, Task other) {
            return (one.at != other.at) ? Long.compare(one.at, other.at) : Long.compare(one.number, other.number);
        }

        void run() {
            if (this.begun.compareAndSet(false, true)) {
                this.action.run();
            }
        }
    }

    /** A clock for a test on one thread. What is set for an instant that has passed runs when the clock is moved next. */
    public VirtualClock() {
        this.late = null;
    }

    /**
     * A clock for a test with threads: one of them may set an alarm for an instant that has passed already, since another one
     * moved the clock meanwhile.
     *
     * @param late runs such alarms at once; not the calling thread
     */
    public VirtualClock(Executor late) {
        this.late = late;
    }

    /** A registry that lives in this time. It tells callers on the thread on which it happens. */
    public GateRegistryBuilder registry(BucketStore store) {
        return GateRegistry.builder(store).timer(timer()).completions(Runnable::run);
    }

    /** A timer in this time, for one registry. Closing it does not touch those of others. */
    public Timer timer() {
        return new OwnTimer();
    }

    @Override
    public synchronized long micros() {
        return this.now;
    }

    /** How much time has passed since the clock was made. */
    public Duration passed() {
        return Micros.toDuration(micros() - START);
    }

    /** Lets time pass. */
    public void advance(Duration length) {
        long until = later(length);
        Task next = nextOrGoTo(until);
        while (next != null) {
            next.run();
            next = nextOrGoTo(until);
        }
    }

    /**
     * Goes to where something is due next, and runs that.
     *
     * @return whether there was anything
     */
    public boolean advanceToNext() {
        Task next = next(Long.MAX_VALUE);
        if (next != null) {
            next.run();
        }
        return next != null;
    }

    /** Lets time pass while nothing runs, as when a virtual machine is stopped. What was due runs when it advances. */
    public synchronized void stop(Duration length) {
        this.now = later(length);
    }

    /** How many alarms are set. A contour that nobody waits for may have some too, for its housekeeping. */
    public synchronized int pending() {
        return this.tasks.size();
    }

    /**
     * Waits, in real time, until so many callers of a contour wait, for a permit or for their repeat: what other threads have
     * begun is far enough then for the clock to be moved.
     *
     * @throws AssertionError when there are fewer after 10 seconds, or the thread is interrupted
     */
    public void awaitWaiting(GateRegistry registry, String contour, int callers) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        int waiting = registry.waitingForTime(contour);
        while (waiting < callers) {
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("interrupted while waiting for callers of contour '%s'".formatted(contour));
            }
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("%d callers of contour '%s' wait, and not %d, at %s"
                        .formatted(waiting, contour, callers, Micros.inSeconds(passed())));
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
            waiting = registry.waitingForTime(contour);
        }
    }

    private synchronized long later(Duration length) {
        return Math.addExact(this.now, Micros.of(length));
    }

    private synchronized @Nullable Task nextOrGoTo(long until) {
        Task next = next(until);
        if (next == null) {
            this.now = Math.max(this.now, until);
        }
        return next;
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

    private synchronized void cancel(Task task) {
        this.tasks.remove(task);
    }

    /** Whether it is to run when the clock comes there. */
    private synchronized boolean add(Task task) {
        if (this.late != null && task.at <= this.now) {
            return false;
        }
        return this.tasks.add(task);
    }

    private synchronized long nextNumber() {
        return this.number++;
    }

    private final class OwnTimer implements Timer {

        private boolean closed;

        @Override
        public Alarm at(long micros, Runnable action) {
            Task task = new Task(micros, nextNumber(), action, new AtomicBoolean(), this);
            synchronized (VirtualClock.this) {
                if (this.closed) {
                    return Alarm.NONE;
                }
                if (add(task)) {
                    return () -> cancel(task);
                }
            }
            Executor executor = VirtualClock.this.late;
            if (executor != null) {
                executor.execute(task::run);
            }
            return () -> task.begun.set(true);
        }

        @Override
        public void close() {
            synchronized (VirtualClock.this) {
                this.closed = true;
                VirtualClock.this.tasks.removeIf(task -> task.owner == this);
            }
        }
    }
}
