package dev.limiter.benchmarks.quality;

import dev.limiter.benchmarks.quality.Callers.Tally;
import dev.limiter.redis.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * How good the limit is: starts a redis-server, an HTTP server that counts, and worker processes that call it as fast as they get
 * permits, by each limiter and with each way of counting; prints a table. {@code LimitQuality [seconds [file.json [title]]]}: 10
 * seconds each where nothing is said, and all ways of counting, or those whose title begins so. Exits with 1 where the limiter has
 * not kept what it promises, and with 2 where the machine was too late each time for that to be told.
 */
public final class LimitQuality {

    static final int PROCESSES = 4;

    /** Where a promise was broken, and the machine was later than the jitter that is promised for. */
    private static final int TRIES = 3;

    private static final long WARM_MILLIS = 3_000;

    /** A start has code of its own, which is compiled after some. */
    private static final int WARM_STARTS = 20;

    private static final long REWARM_MILLIS = 300;

    private static final long REST_MILLIS = 500;

    /** The pause, what is added to it at random, a second until the rate is full again, and more than one to see it. */
    private static final long PAUSE_MILLIS = 1_000 + 500 + 1_000 + 1_500;

    /** How far into a window the limiter begins. */
    private final Random phase = new Random(1);

    private final MeteredServer server;

    private final List<WorkerProcess> workers;

    private final Metronome metronome = Metronome.start();

    private final Duration length;

    private int opened;

    private LimitQuality(MeteredServer server, List<WorkerProcess> workers, Duration length) {
        this.server = server;
        this.workers = workers;
        this.length = length;
    }

    /** Runs it all. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Duration length = Duration.ofSeconds((args.length > 0) ? Long.parseLong(args[0]) : 10);
        String title = (args.length > 2) ? args[2] : "";
        int exit = 0;
        try (RedisServer redis = RedisServer.start(RedisServer.Version.V7_0);
                MeteredServer server = MeteredServer.start()) {
            List<WorkerProcess> workers = WorkerProcess.start(PROCESSES, redis.port());
            LimitQuality driver = new LimitQuality(server, workers, length);
            Report report = new Report("7.0.15", length);
            driver.warmUp();
            for (Cell cell : Cell.values()) {
                if (cell.title.startsWith(title)) {
                    exit = worse(exit, driver.judge(cell, report));
                    driver.rivals(cell, report);
                }
                if (args.length > 1) {
                    Files.writeString(Path.of(args[1]), report.json());
                }
            }
            for (WorkerProcess each : workers) {
                each.close();
            }
            System.out.print(report.table());
        }
        System.exit(exit);
    }

    private static int worse(int some, int other) {
        return (some == 1 || other == 1) ? 1 : Math.max(some, other);
    }

    /** Each limiter runs everywhere before anything is measured, and every connection is used. */
    private void warmUp() throws IOException, InterruptedException {
        for (Who who : List.of(Who.REDISSON, Who.BUCKET4J, Who.LIMITER)) {
            everywhere(who, Cell.TOKEN_BUCKET, false, WARM_MILLIS);
            end();
            for (int i = 0; i < WARM_STARTS; i++) {
                rewarm(who);
            }
        }
    }

    private void rewarm(Who who) throws IOException, InterruptedException {
        everywhere(who, Cell.TOKEN_BUCKET, false, REWARM_MILLIS);
        end();
        TimeUnit.MILLISECONDS.sleep(REST_MILLIS);
    }

    private int judge(Cell cell, Report report) throws IOException, InterruptedException {
        for (int left = TRIES; left > 0; left--) {
            Run run = run(cell, Who.LIMITER);
            add(report, run);
            if (run.broken().isEmpty()) {
                return 0;
            }
            if (run.onTime()) {
                return 1;
            }
        }
        return 2;
    }

    private void rivals(Cell cell, Report report) throws IOException, InterruptedException {
        for (Who who : Who.values()) {
            if (who != Who.LIMITER) {
                add(report, run(cell, who));
            }
        }
    }

    private static void add(Report report, Run run) {
        report.add(run);
        System.err.print(Report.row(run));
    }

    private Run run(Cell cell, Who who) throws IOException, InterruptedException {
        rewarm(who);
        long window = TimeUnit.MICROSECONDS.convert(cell.server.per());
        // of the first window, a third and more has gone
        long begun = window / 3 + (long) (this.phase.nextDouble() * window / 3);
        long windows = Math.max(1, (TimeUnit.MICROSECONDS.convert(this.length) + window - 1) / window);
        // a full bucket, and whoever is slow to begin, are not part of the share
        long from = 2 * window;
        long untilPause = from + windows * window;
        boolean pauses = who == Who.LIMITER;
        long end = untilPause + (pauses ? PAUSE_MILLIS * 1_000 : 0);
        this.metronome.worstMicros();
        this.server.meter(cell, begun);
        everywhere(who, cell, true, (end - begun) / 1_000);
        sleepUntil(untilPause);
        if (pauses) {
            this.server.pause();
        }
        sleepUntil(end);
        List<Arrival> arrivals = this.server.stop();
        long late = this.metronome.worstMicros();
        return Run.of(cell, who, arrivals, from, cell.server.per().multipliedBy(windows), end(), late);
    }

    private void sleepUntil(long micros) throws InterruptedException {
        TimeUnit.MICROSECONDS.sleep(Math.max(0, micros - this.server.micros()));
    }

    private void everywhere(Who who, Cell cell, boolean metered, long millis) {
        Order order = new Order(who, cell, metered, "run-" + this.opened++, this.server.url(), millis);
        this.workers.forEach(each -> each.begin(order));
    }

    private Tally end() throws IOException {
        Tally all = new Tally(0, 0, 0);
        for (WorkerProcess each : this.workers) {
            all = all.and(each.end());
        }
        return all;
    }
}
