package dev.limiter.gate;

import dev.limiter.bucket.Ticker;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A timer on one daemon thread, which all gates of a registry share. Setting and cancelling cost O(log n). */
final class SystemTimer implements Timer {

    private final Ticker ticker;

    private final ScheduledThreadPoolExecutor executor;

    SystemTimer(Ticker ticker) {
        this.ticker = ticker;
        this.executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "limiter-timer");
            thread.setDaemon(true);
            return thread;
        });
        this.executor.setRemoveOnCancelPolicy(true);
        this.executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public Alarm at(long micros, Runnable task) {
        long delay = Math.max(0, micros - this.ticker.micros());
        try {
            Future<?> future = this.executor.schedule(task, delay, TimeUnit.MICROSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException ex) {
            // Closed: whoever still waits has been told so by the registry.
            return Alarm.NONE;
        }
    }

    @Override
    public void close() {
        this.executor.shutdownNow();
    }
}
