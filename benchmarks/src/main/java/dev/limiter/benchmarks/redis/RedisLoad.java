package dev.limiter.benchmarks.redis;

import dev.limiter.benchmarks.redis.Callers.Tally;
import dev.limiter.benchmarks.redis.Load.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The load driver: starts a redis-server and worker processes, has each peer take permits in each situation, in turn and
 * in several rounds, and prints a table. {@code RedisLoad [rounds [milliseconds [file.json [title]]]]}: 5 rounds of 1 s
 * each where nothing is said, and all situations, or those whose title begins so.
 */
public final class RedisLoad {

    private static final long WARM_MILLIS = 400;

    private static final int WARM_PROCESSES = 4;

    /** Who waits at 100/s is watched for longer. */
    private static final long SCARCE_TIMES = 5;

    private final Server server;

    private final List<WorkerProcess> workers = new ArrayList<>();

    private final long millis;

    private int opened;

    private RedisLoad(Server server, long millis) {
        this.server = server;
        this.millis = millis;
    }

    /** Runs it all. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = (args.length > 0) ? Integer.parseInt(args[0]) : 5;
        long millis = (args.length > 1) ? Long.parseLong(args[1]) : 1_000;
        String title = (args.length > 3) ? args[3] : "";
        List<Cell> cells = Cell.all().stream()
                .filter(each -> each.title().startsWith(title))
                .toList();
        try (Server server = new Server()) {
            RedisLoad driver = new RedisLoad(server, millis);
            Report report = new Report(server.version(), rounds, millis);
            driver.warmUp();
            for (int round = 1; round <= rounds; round++) {
                driver.round(cells, report, "round %d of %d".formatted(round, rounds));
                if (args.length > 2) {
                    Files.writeString(Path.of(args[2]), report.json());
                }
            }
            for (WorkerProcess each : driver.workers) {
                each.close();
            }
            System.out.print(report.table());
        }
    }

    private void round(List<Cell> cells, Report report, String name) throws IOException, InterruptedException {
        double idle = idleMicrosPerSecond();
        for (Cell cell : cells) {
            for (Kind peer : cell.peers()) {
                Measured measured = measure(cell, peer, idle);
                report.add(cell, peer, measured);
                System.err.printf("%s: %s: %s: %,.0f/s%n", name, cell.title(), peer.title, measured.perSecond());
            }
        }
    }

    /** Each peer runs everywhere before anything is measured, so that who comes first is not the one that is compiled. */
    private void warmUp() throws IOException, InterruptedException {
        workers(WARM_PROCESSES);
        for (int callers : new int[] {1, 64}) {
            for (Kind peer : Kind.values()) {
                measure(new Cell(true, WARM_PROCESSES, callers, 1, List.of(peer)), peer, 0);
            }
        }
    }

    /** The first ones; more are started where there are fewer. */
    private List<WorkerProcess> workers(int many) throws IOException {
        if (this.workers.size() < many) {
            this.workers.addAll(WorkerProcess.start(many - this.workers.size(), this.server.port()));
        }
        return this.workers.subList(0, many);
    }

    /** What the server takes while nobody asks: it is not the permits' cost. */
    private double idleMicrosPerSecond() throws InterruptedException {
        Server.Account before = this.server.account();
        TimeUnit.SECONDS.sleep(2);
        return this.server.account().since(before).cpuMicros() / 2;
    }

    private Measured measure(Cell cell, Kind peer, double idle) throws IOException, InterruptedException {
        this.server.empty();
        long length = cell.plenty() ? this.millis : SCARCE_TIMES * this.millis;
        Load load =
                new Load(peer, cell.plenty(), "c" + this.opened++, cell.keys(), cell.callers(), WARM_MILLIS, length);
        List<WorkerProcess> taking = workers(cell.processes());
        Server.Account before = this.server.account();
        long begun = System.nanoTime();
        taking.forEach(each -> each.begin(load));
        List<Tally> tallies = new ArrayList<>();
        for (WorkerProcess each : taking) {
            tallies.add(Tally.read(each.answer()));
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        return Measured.of(tallies, this.server.account().since(before), idle * seconds);
    }
}
