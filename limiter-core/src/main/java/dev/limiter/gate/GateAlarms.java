package dev.limiter.gate;

/**
 * The alarms of one gate: for when there is something to do, for when a waiter's time is over, and for the time when nobody
 * uses it. Guarded by the gate's lock.
 */
final class GateAlarms {

    /** How long after its last use a key is looked at, at the soonest. */
    private static final long IDLE_MICROS = 1_000_000;

    private final Timer timer;

    private Timer.Alarm next = Timer.Alarm.NONE;

    private long nextAt = Instants.FOR_EVER;

    private Timer.Alarm deadline = Timer.Alarm.NONE;

    private long deadlineAt = Instants.FOR_EVER;

    private boolean watched;

    GateAlarms(Timer timer) {
        this.timer = timer;
    }

    void nextAt(long at, Runnable task) {
        if (at != this.nextAt) {
            this.next.cancel();
            this.nextAt = at;
            this.next = (at == Instants.FOR_EVER) ? Timer.Alarm.NONE : this.timer.at(at, task);
        }
    }

    /** That alarm has run. */
    void nextCame() {
        this.nextAt = Instants.FOR_EVER;
    }

    /** No later than then. One that comes too early is left, as it does no harm, and setting another costs more. */
    void deadlineAt(long at, Runnable task) {
        if (at < this.deadlineAt || at == Instants.FOR_EVER) {
            this.deadline.cancel();
            this.deadlineAt = at;
            this.deadline = (at == Instants.FOR_EVER) ? Timer.Alarm.NONE : this.timer.at(at, task);
        }
    }

    /** That alarm has run. */
    void deadlineCame() {
        // Another one may have been set since it began.
        this.deadline.cancel();
        this.deadlineAt = Instants.FOR_EVER;
    }

    /** Once, until {@link #idlenessSeen()}. */
    void whenIdle(long now, Runnable task) {
        if (!this.watched) {
            whenIdle(now, now, task);
        }
    }

    void whenIdle(long now, long notBefore, Runnable task) {
        this.watched = true;
        this.timer.at(Math.max(now + IDLE_MICROS, notBefore), task);
    }

    void idlenessSeen() {
        this.watched = false;
    }
}
