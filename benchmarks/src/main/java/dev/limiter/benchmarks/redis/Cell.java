package dev.limiter.benchmarks.redis;

import dev.limiter.benchmarks.redis.Load.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * One situation: all peers that are measured in it, in turn, in each round.
 *
 * @param callers in each process
 */
record Cell(boolean plenty, int processes, int callers, int keys, List<Kind> peers) {

    private static final int[] CALLERS = {1, 16, 256, 2048};

    private static final int KEYS = 1_000;

    private static final List<Kind> ALL = List.of(Kind.values());

    /** Bucket4j without batching repeats whatever somebody else came before; with so many callers it never ends. */
    private static final int MOST_WHO_REPEAT = 256;

    private static final List<Kind> WHO_WAIT = List.of(Kind.LIMITER, Kind.REDISSON);

    static List<Cell> all() {
        List<Cell> cells = new ArrayList<>();
        for (int processes : new int[] {1, 4}) {
            for (int callers : CALLERS) {
                List<Kind> peers = new ArrayList<>(ALL);
                peers.removeIf(each -> each == Kind.BUCKET4J && processes * callers > MOST_WHO_REPEAT);
                cells.add(new Cell(true, processes, callers, 1, peers));
            }
            cells.add(new Cell(true, processes, 256, KEYS, ALL));
        }
        for (int processes : new int[] {1, 4}) {
            cells.add(new Cell(false, processes, 64, 1, WHO_WAIT));
        }
        cells.addAll(growing());
        return cells;
    }

    /** With more and more waiters, keys and processes: what a permit costs must not grow with them. */
    private static List<Cell> growing() {
        List<Cell> cells = new ArrayList<>();
        for (int callers : new int[] {10, 1_000, 100_000}) {
            cells.add(new Cell(false, 1, callers, 1, List.of(Kind.LIMITER)));
        }
        for (int keys : new int[] {10, 100, 10_000}) {
            cells.add(new Cell(true, 1, 256, keys, List.of(Kind.SCRIPT, Kind.LIMITER)));
        }
        cells.add(new Cell(false, 16, 64, 1, List.of(Kind.LIMITER)));
        return cells;
    }

    String title() {
        return (this.plenty ? (this.keys == 1 ? "one hot key" : this.keys + " keys") : "waiting at 100/s")
                + (this.processes == 1 ? ", 1 process, " : ", " + this.processes + " processes, each ")
                + (this.callers == 1 ? "1 caller" : this.callers + " callers");
    }
}
