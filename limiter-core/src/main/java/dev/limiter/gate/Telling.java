package dev.limiter.gate;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells callers what became of them, each once: on this thread, or on the application's executor.
 *
 * <p>There, those of one decision are shared out among a few tasks, as a task costs more than telling somebody. Each task
 * takes the next caller when it is done with one, rather than have some of its own: so a slow caller, in what hangs on its
 * future, does not delay those behind it while another task runs.
 */
final class Telling implements Runnable {

    /** Among so many callers each has a task, and none waits for another. */
    private static final int FEW = 32;

    /** How many callers more there is a task more for. A task for them costs each one little. */
    private static final int CALLERS_PER_TASK = 16;

    private static final Logger logger = LoggerFactory.getLogger(Telling.class);

    private final List<Runnable> callers;

    private final AtomicInteger next = new AtomicInteger();

    Telling(List<Runnable> callers) {
        this.callers = callers;
    }

    /**
     * Whoever waits is told, even when the application's executor is shut down, or out of threads; and is told once, even
     * when that executor took the task and threw all the same.
     */
    void runOn(Executor executor) {
        try {
            int many = this.callers.size();
            for (int i = Math.min(many, FEW + many / CALLERS_PER_TASK); i > 0; i--) {
                executor.execute(this);
            }
        } catch (RuntimeException | Error ex) {
            run();
        }
    }

    @Override
    public void run() {
        for (int i = this.next.getAndIncrement(); i < this.callers.size(); i = this.next.getAndIncrement()) {
            runGuarded(this.callers.get(i));
        }
    }

    /** On this thread. */
    static void run(List<Runnable> callers) {
        callers.forEach(Telling::runGuarded);
    }

    /** What goes wrong with one caller is not the next one's, nor the store call's that is still to be made. */
    private static void runGuarded(Runnable caller) {
        try {
            caller.run();
        } catch (RuntimeException | Error ex) {
            logger.error("A caller could not be told", ex);
        }
    }
}
