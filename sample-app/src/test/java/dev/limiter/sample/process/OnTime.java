package dev.limiter.sample.process;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.opentest4j.TestAbortedException;

/** Judges what depends on milliseconds, and once more where the machine had none for it. */
final class OnTime {

    /** A permit passes four threads until its request arrives: a machine that is as late to each uses up the jitter. */
    private static final Duration LATE = Duration.ofMillis(5);

    private static final int TIMES = 4;

    private OnTime() {}

    /**
     * Passes where a run stands up to its judgement, and fails where one does not though every process was on time.
     *
     * @param always what each run must stand up to, however late the machine was
     * @throws TestAbortedException where the machine was never on time: nobody can tell
     */
    static void judge(Supplier<AuditRun> runs, Consumer<AuditRun> always, Consumer<AuditRun> judgement) {
        for (int left = TIMES - 1; ; left--) {
            AuditRun run = runs.get();
            always.accept(run);
            try {
                judgement.accept(run);
                return;
            } catch (AssertionError failed) {
                if (run.late().compareTo(LATE) < 0) {
                    throw failed;
                }
                if (left == 0) {
                    throw new TestAbortedException(
                            "This machine was late each time, so that nothing can be judged", failed);
                }
            }
        }
    }
}
