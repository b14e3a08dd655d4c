package dev.limiter.sample;

import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.process.Chaos;
import dev.limiter.sample.process.ProcessTeams;
import dev.limiter.sample.process.SharedRedis;
import dev.limiter.sample.worker.Teams;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Shows, against the simulated API, what separate buckets earn and what a shared one does. */
final class Demonstration {

    private final Options options;
    private final List<DepositRecord> records;
    private final PrintStream out;

    Demonstration(Options options, List<DepositRecord> records, PrintStream out) {
        this.options = options;
        this.records = records;
        this.out = out;
    }

    /** Whether all that it shows held. */
    boolean run() {
        try (SharedRedis redis = redis()) {
            return run(redis);
        }
    }

    private boolean run(@Nullable SharedRedis redis) {
        Sharing sharing = this.options.sharing();
        List<Part> parts = new ArrayList<>();
        this.out.println("Deposits through an annotated WebClient, at a simulated API that answers 201, or 429.");
        if (sharing.acrossProcesses()) {
            parts.addAll(compare(table(), new ProcessTeams(Objects.requireNonNull(redis))));
        } else {
            parts.addAll(compare(new Stage(new ProgressBar(this.out)), Teams.inThisProcess()));
        }
        if (redis != null) {
            parts.addAll(acrossProcesses(redis));
            parts.addAll(overlapping(redis));
        } else if (this.options.shows("de")) {
            heading("(d) and (e) are left out: no redis-server for this machine is shipped. Give the address of one:"
                    + " --redis=redis://127.0.0.1:6379");
        }
        return new Report(this.out).print(parts);
    }

    /** (a), (b), (c): separate buckets and a shared one. */
    private List<Part> compare(Stage stage, Teams teams) {
        SmallCase small = new SmallCase(stage, teams, this.records);
        BatchCase batch = new BatchCase(stage, teams, this.options, this.records);
        List<Part> parts = new ArrayList<>();
        if (this.options.shows("a")) {
            heading("(a) " + small.title());
            parts.add(Steady.atMost(4, small::compare, this.out));
        }
        if (this.options.shows("b")) {
            heading("(b) " + batch.title());
            parts.add(batch.compare());
        }
        if (this.options.shows("c")) {
            heading("(c) The shared batch again, with a pause of %d s that the server demands in the middle"
                    .formatted(this.options.pause().toSeconds()));
            parts.add(Steady.atMost(2, batch::pause, this.out));
        }
        return parts;
    }

    /** (d): what (a), (b) and (c) have not shown yet. */
    private List<Part> acrossProcesses(SharedRedis redis) {
        if (!this.options.shows("d")) {
            return List.of();
        }
        Sharing sharing = this.options.sharing();
        ProcessCase processes = new ProcessCase(table(), this.options, redis, this.records);
        List<Part> parts = new ArrayList<>();
        if (!sharing.acrossProcesses() || !this.options.shows("b")) {
            heading("(d) The shared batch again, by %d worker processes that share one Redis"
                    .formatted(this.options.workers()));
            parts.add(Steady.atMost(2, processes::untroubled, this.out));
        }
        Chaos chaos = (sharing.chaos() != null) ? sharing.chaos() : unasked();
        if (chaos != null) {
            heading("(d) In the middle of a shared batch, " + chaos.sentence());
            parts.add(Steady.atMost(2, () -> processes.troubled(chaos), this.out));
        }
        return parts;
    }

    private List<Part> overlapping(SharedRedis redis) {
        if (!this.options.shows("e")) {
            return List.of();
        }
        if (this.records.size() < OverlapCase.LEAST) {
            heading("(e) is left out: it needs at least %d records".formatted(OverlapCase.LEAST));
            return List.of();
        }
        OverlapCase overlap = new OverlapCase(new ProgressBar(this.out), redis, this.records);
        heading("(e) " + overlap.title());
        return List.of(overlap.show());
    }

    /** What happens to the Redis where nobody asks for anything. */
    private @Nullable Chaos unasked() {
        Sharing sharing = this.options.sharing();
        boolean ours = sharing.redis() == null;
        boolean enough = this.records.size() >= ProcessCase.LEAST_TROUBLED;
        return (ours && enough && !sharing.acrossProcesses()) ? Chaos.KILL_REDIS : null;
    }

    private Stage table() {
        return new Stage(new WorkerTable(this.out, Terminal.isThere()));
    }

    /** The one that was named, or a fresh one; null where there is none, or nobody needs one. */
    private @Nullable SharedRedis redis() {
        Sharing sharing = this.options.sharing();
        boolean needed = sharing.redis() != null
                || sharing.acrossProcesses()
                || sharing.chaos() != null
                || !this.options.shows("abc");
        boolean possible = this.options.shows("de") && SharedRedis.isShipped();
        return (needed || possible) ? sharing.openRedis() : null;
    }

    private void heading(String text) {
        this.out.println();
        this.out.println(text);
    }
}
