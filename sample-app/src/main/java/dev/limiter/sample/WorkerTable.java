package dev.limiter.sample;

import dev.limiter.sample.api.ArrivalLog;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A line for each worker. On a terminal it is drawn anew in its place as the run goes; elsewhere a line for all of them
 * tells of each second, of each tenth one when there have been many, and the table comes at the end.
 */
final class WorkerTable implements Progress {

    private static final String HEADING = "%-24s%10s%9s%7s%9s".formatted("", "accepted", "refused", "left", "rate");
    private static final long MICROS = 1_000_000;
    private static final int MANY_LINES = 30;
    private static final int WIDE_STEP = 10;

    private final PrintStream out;
    private final boolean terminal;
    private @Nullable Scene scene;
    private int drawn;
    private int lines;
    private long nextLine;

    WorkerTable(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    @Override
    public synchronized void begin(String name, int records) {
        this.scene = null;
        this.drawn = 0;
        this.lines = 0;
        this.nextLine = 1;
        this.out.println("    %s: the processes start".formatted(name));
        this.out.flush();
    }

    @Override
    public synchronized void follow(Scene begun) {
        this.scene = begun;
        tick();
    }

    @Override
    public synchronized void tick() {
        Scene now = this.scene;
        if (now == null) {
            return;
        }
        if (this.terminal) {
            draw(now, false);
        } else if (now.time().toSeconds() >= this.nextLine) {
            this.out.println(summary(now));
            this.out.flush();
            this.lines++;
            this.nextLine = now.time().toSeconds() + ((this.lines < MANY_LINES) ? 1 : WIDE_STEP);
        }
    }

    /** Stands above the table, or between the lines. */
    @Override
    public synchronized void happened(String what) {
        Scene now = this.scene;
        if (now != null) {
            rewind();
            this.drawn = 0;
            this.out.println("%s  %s".formatted(seconds(now), what) + (this.terminal ? "\033[K" : ""));
            tick();
            this.out.flush();
        }
    }

    @Override
    public synchronized void end(Duration time) {
        Scene now = this.scene;
        if (now != null) {
            draw(now, true);
            this.scene = null;
        }
    }

    private void draw(Scene now, boolean last) {
        rewind();
        List<String> table = table(now, last);
        String end = this.terminal ? "\033[K" : "";
        table.forEach(line -> this.out.println(line + end));
        this.out.flush();
        this.drawn = table.size();
    }

    private void rewind() {
        if (this.terminal && this.drawn > 0) {
            this.out.printf("\033[%dA", this.drawn);
        }
    }

    private static List<String> table(Scene now, boolean last) {
        ArrivalLog log = now.arrivals().get();
        List<String> table = new ArrayList<>();
        table.add("      " + HEADING.substring(6));
        for (int i = 0; i < now.workers().size(); i++) {
            String worker = now.workers().get(i);
            table.add(row(now, last, worker, log.of(worker), now.shareOf(i)));
        }
        table.add(row(now, last, "all, %s".formatted(seconds(now).strip()), log, now.records()));
        return table;
    }

    private static String row(Scene now, boolean last, String name, ArrivalLog log, int records) {
        int accepted = log.accepted().count();
        return String.format(
                Locale.ROOT,
                "      %-18s%10d%9d%7d%7.1f/s",
                name,
                accepted,
                log.refused().count(),
                records - accepted,
                last ? accepted * 1e3 / Math.max(1, now.time().toMillis()) : rate(now, log));
    }

    private static String summary(Scene now) {
        ArrivalLog log = now.arrivals().get();
        String accepted = IntStream.range(0, now.workers().size())
                .mapToObj(i ->
                        Integer.toString(log.of(now.workers().get(i)).accepted().count()))
                .collect(Collectors.joining(" "));
        return String.format(
                Locale.ROOT,
                "%s  accepted %d (%s), refused %d, left %d, %.0f/s",
                seconds(now),
                log.accepted().count(),
                accepted,
                log.refused().count(),
                now.records() - log.accepted().count(),
                rate(now, log));
    }

    /** In the last second. */
    private static double rate(Scene now, ArrivalLog log) {
        long end = now.nowMicros().getAsLong();
        return log.accepted().between(end - MICROS, end).count();
    }

    private static String seconds(Scene now) {
        return String.format(Locale.ROOT, "%9.1f s", now.time().toMillis() / 1e3);
    }
}
