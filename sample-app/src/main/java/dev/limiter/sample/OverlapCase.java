package dev.limiter.sample;

import dev.limiter.sample.api.SilenceRule;
import dev.limiter.sample.api.SimulatedApi;
import dev.limiter.sample.api.SimulatedApiSettings;
import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.process.Crew;
import dev.limiter.sample.process.SharedRedis;
import dev.limiter.sample.worker.Destination;
import dev.limiter.sample.worker.Outcome;
import dev.limiter.sample.worker.Settled;
import dev.limiter.sample.worker.Terms;
import dev.limiter.spring.test.ServerQuota;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * (e) Two worker processes whose files overlap. The server acts upon some requests of the first one and is late to say so;
 * then that worker is killed, and started again with its whole file.
 */
final class OverlapCase {

    /** With fewer, the first worker might be through before it is killed. */
    static final int LEAST = 60;

    /** Enough for the time before and after. */
    private static final int MOST = 200;

    /** How many requests the server has acted upon, and not answered, when the worker is killed. */
    static final int SILENT = 5;

    static final String FIRST = "worker-1";

    private static final ServerQuota QUOTA = ServerQuota.tokenBucket(20, 40, Duration.ofSeconds(1));
    private static final String PROFILE = "overlapping-files";
    private static final Duration LOOK = Duration.ofMillis(10);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Progress progress;
    private final SharedRedis redis;
    private final List<DepositRecord> records;
    private final List<DepositRecord> firstFile;
    private final List<DepositRecord> secondFile;
    private final SilenceRule silence;

    /** The beginning of these records, where there are more than it needs. */
    OverlapCase(Progress progress, SharedRedis redis, List<DepositRecord> all) {
        List<DepositRecord> records = all.subList(0, Math.min(MOST, all.size()));
        this.progress = progress;
        this.redis = redis;
        this.records = records;
        int alone = records.size() * 3 / 10;
        this.firstFile = records.subList(0, records.size() - alone);
        // the last one first, so that this worker meets what the other one had in flight
        this.secondFile = new ArrayList<>(records.subList(alone, records.size()));
        Collections.reverse(this.secondFile);
        // among what only the first worker has, so that it comes, however fast the other one is
        this.silence = new SilenceRule(FIRST, alone - 2 * SILENT, SILENT);
    }

    String title() {
        return "Two worker processes, with records 1 to %d and %d to %d; one is killed, and starts again"
                .formatted(
                        this.firstFile.size(), this.records.size(), this.records.size() - this.secondFile.size() + 1);
    }

    Part show() {
        return show(true);
    }

    /**
     * Shows it, or what becomes of it otherwise.
     *
     * @param operations whether each record is an operation
     */
    Part show(boolean operations) {
        this.progress.begin("overlapping files", this.records.size());
        try (SimulatedApi api =
                        SimulatedApi.start(SimulatedApiSettings.of(QUOTA).withSilence(this.silence));
                Crew crew = Crew.start(2, terms(api, operations), this.redis)) {
            crew.settler().forget(this.records).block(PATIENCE);
            OverlapRun run = run(api, crew);
            this.progress.end(run.run().time());
            return run.judge(this.records);
        }
    }

    private static Terms terms(SimulatedApi api, boolean operations) {
        return Terms.of(Destination.of(api.baseUrl()), PROFILE)
                .with("sample.each-record-once", Boolean.toString(operations));
    }

    private OverlapRun run(SimulatedApi api, Crew crew) {
        CompletableFuture<List<Outcome>> second = begin(crew, 1, this.secondFile);
        CompletableFuture<List<Outcome>> untilKilled = begin(crew, 0, this.firstFile);
        Flux.interval(LOOK).filter(look -> this.silence.isOver(api.arrivals())).blockFirst(PATIENCE);
        long killedMicros = api.nowMicros();
        crew.kill(0);
        crew.restart(0);
        List<Outcome> again = end(begin(crew, 0, this.firstFile));
        OverlapRun.Told told = new OverlapRun.Told(end(untilKilled), again, end(second));
        List<Settled> settled = settle(crew, told.inFlight());
        long notDone =
                crew.settler().notDone(this.records).blockOptional(PATIENCE).orElseThrow();
        Run run = new Run("overlapping files", QUOTA, api.arrivals(), null, Duration.ZERO, told.failures(), null);
        return new OverlapRun(run, killedMicros, told, settled, notDone);
    }

    private CompletableFuture<List<Outcome>> begin(Crew crew, int worker, List<DepositRecord> file) {
        return crew.deposit(worker, file)
                .doOnNext(outcome -> {
                    if (outcome.deposited()) {
                        this.progress.step();
                    }
                })
                .collectList()
                .toFuture();
    }

    /** Nobody sends these: the one that did is gone, and the others have come to the end of their files. */
    private List<Settled> settle(Crew crew, List<DepositRecord> inFlight) {
        return crew.settler()
                .settle(inFlight)
                .doOnNext(each -> {
                    if (each.how() != Settled.How.WAS_DONE) {
                        this.progress.step();
                    }
                })
                .collectList()
                .blockOptional(PATIENCE)
                .orElseThrow();
    }

    private static List<Outcome> end(CompletableFuture<List<Outcome>> begun) {
        return Mono.fromFuture(begun).blockOptional(PATIENCE).orElseThrow();
    }
}
