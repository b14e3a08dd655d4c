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

    private final Runnable whenNext;

    private final Runnable whenDeadline;

    private final Runnable whenIdle;

    /**
     * With no alarm set.
     *
     * @param whenNext run when there is something to do
     * @param whenDeadline run when a waiter's time is over
     * @param whenIdle run when it is to be seen whether anybody uses the gate
     */
    GateAlarms(Timer timer, Runnable whenNext, Runnable whenDeadline, Runnable whenIdle) {
        this.timer = timer;
        this.whenNext = whenNext;
        this.whenDeadline = whenDeadline;
        this.whenIdle = whenIdle;
    }

    void nextAt(long at) {
        if (at != this.nextAt) {
            this.next.cancel();
            this.nextAt = at;
            this.next = (at == Instants.FOR_EVER) ? Timer.Alarm.NONE : this.timer.at(at, this.whenNext);
        }
    }

    /** That alarm has run. */
    void nextCame() {
        this.nextAt = Instants.FOR_EVER;
    }

    /** No later than then. One that comes too early is left, as it does no harm, and setting another costs more. */
    void deadlineAt(long at) {
        if (at < this.deadlineAt || at == Instants.FOR_EVER) {
            this.deadline.cancel();
            this.deadlineAt = at;
            this.deadline = (at == Instants.FOR_EVER) ? Timer.Alarm.NONE : this.timer.at(at, this.whenDeadline);
        }
    }

    /** That alarm has run. */
    void deadlineCame() {
        // Another one may have been set since it began.
        this.deadline.cancel();
        this.deadlineAt = Instants.FOR_EVER;
    }

    /** Once, until {@link #idlenessSeen()}. */
    void whenIdle(long now) {
        if (!this.watched) {
            whenIdle(now, now);
        }
    }

    void whenIdle(long now, long notBefore) {
        this.watched = true;
        this.timer.at(Math.max(now + IDLE_MICROS, notBefore), this.whenIdle);
    }

    void idlenessSeen() {
        this.watched = false;
    }
}
