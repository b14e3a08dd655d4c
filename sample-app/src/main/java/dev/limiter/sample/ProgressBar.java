package dev.limiter.sample;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** A bar that only ever grows to the right, so that it needs no control character and is the same in a file. */
final class ProgressBar implements Progress {

    private static final int WIDTH = 40;

    private final PrintStream out;
    private int total = 1;
    private int done;
    private int drawn;

    ProgressBar(PrintStream out) {
        this.out = out;
    }

    @Override
    public synchronized void begin(String name, int records) {
        this.total = records;
        this.done = 0;
        this.drawn = 0;
        this.out.printf("    %-24s [", name);
        this.out.flush();
    }

    @Override
    public synchronized void step() {
        this.done = Math.min(this.done + 1, this.total);
        int due = WIDTH * this.done / this.total;
        if (due > this.drawn) {
            this.out.print("#".repeat(due - this.drawn));
            this.out.flush();
            this.drawn = due;
        }
    }

    @Override
    public synchronized void end(Duration time) {
        this.out.printf(Locale.ROOT, "%s] %5.1f s%n", ".".repeat(WIDTH - this.drawn), time.toMillis() / 1e3);
    }
}
