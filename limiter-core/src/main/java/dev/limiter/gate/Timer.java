package dev.limiter.gate;

/**
 * Runs tasks at instants of the store's time. Tasks are short and never block. One for each registry, which closes it. Safe
 * for use by many threads.
 */
public interface Timer {

    /** Runs the task once, not before the instant, unless it is cancelled first. */
    Alarm at(long micros, Runnable task);

    /** Stops; what has not run never will. */
    void close();

    /** A task that is to run. */
    @FunctionalInterface
    interface Alarm {

        /** Does nothing; for those who have set no alarm. */
        Alarm NONE = () -> {};

        /** The task will not run, if it has not begun. */
        void cancel();
    }
}
