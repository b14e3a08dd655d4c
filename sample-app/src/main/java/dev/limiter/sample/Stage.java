package dev.limiter.sample;

import dev.limiter.sample.api.ArrivalLog;
import dev.limiter.sample.api.SimulatedApi;
import dev.limiter.sample.api.SimulatedApiSettings;
import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.worker.Destination;
import dev.limiter.sample.worker.Team;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Where a team meets a simulated API that nobody has used yet. */
final class Stage {

    private final ProgressBar progress;
    private final Duration refill;

    /** A stage where the first requests count too. */
    Stage(ProgressBar progress) {
        this(progress, Duration.ZERO);
    }

    private Stage(ProgressBar progress, Duration refill) {
        this.progress = progress;
        this.refill = refill;
    }

    /**
     * A stage where each worker makes one deposit before it counts, since the first one of a fresh application comes tens
     * of milliseconds late.
     *
     * @param refill how long it takes until all buckets are full again
     */
    Stage withRehearsal(Duration refill) {
        return new Stage(this.progress, refill);
    }

    /**
     * Starts both, lets the team deposit the records, and closes both.
     *
     * @throws RuntimeException when that takes longer than it ever should
     */
    Run run(
            String name,
            SimulatedApiSettings settings,
            Function<Destination, Team> newTeam,
            List<DepositRecord> records,
            Duration patience) {
        this.progress.begin(name, records.size());
        try (SimulatedApi api = SimulatedApi.start(settings);
                Team team = newTeam.apply(Destination.of(api.baseUrl()))) {
            Duration roundTrip = team.warmUp();
            rehearse(team, records);
            long start = api.nowMicros();
            List<String> failures = deposit(team, records, patience);
            ArrivalLog log = api.arrivals().between(start, Long.MAX_VALUE);
            Long otherRefused = (settings.otherClient() != null) ? api.otherClientRefused() : null;
            Run run = new Run(name, settings.quota(), log, api.pause(), roundTrip, failures, otherRefused);
            this.progress.end(run.time());
            return run;
        }
    }

    private List<String> deposit(Team team, List<DepositRecord> records, Duration patience) {
        Set<String> failures = new TreeSet<>();
        team.deposit(records)
                .doOnNext(outcome -> {
                    this.progress.step();
                    if (outcome.failure() != null) {
                        failures.add(Reason.of(outcome.failure()));
                    }
                })
                .blockLast(patience);
        return List.copyOf(failures);
    }

    private void rehearse(Team team, List<DepositRecord> records) {
        if (this.refill.isZero()) {
            return;
        }
        team.deposit(records.subList(0, team.size())).blockLast(this.refill.multipliedBy(10));
        try {
            Thread.sleep(this.refill.toMillis());
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", ex);
        }
    }
}
