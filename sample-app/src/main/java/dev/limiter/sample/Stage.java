package dev.limiter.sample;

import dev.limiter.sample.api.ArrivalLog;
import dev.limiter.sample.api.SimulatedApi;
import dev.limiter.sample.api.SimulatedApiSettings;
import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.worker.Destination;
import dev.limiter.sample.worker.Reason;
import dev.limiter.sample.worker.Team;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** Where a team meets a simulated API that nobody has used yet. */
final class Stage {

    private static final Duration TICK = Duration.ofMillis(250);

    private final Progress progress;
    private final Duration refill;
    private final @Nullable Incident incident;

    /** A stage where the first requests count too. */
    Stage(Progress progress) {
        this(progress, Duration.ZERO, null);
    }

    private Stage(Progress progress, Duration refill, @Nullable Incident incident) {
        this.progress = progress;
        this.refill = refill;
        this.incident = incident;
    }

    /**
     * A stage where each worker makes one deposit before it counts, since the first one of a fresh application comes tens
     * of milliseconds late.
     *
     * @param time how long it takes until all buckets are full again
     */
    Stage withRehearsal(Duration time) {
        return new Stage(this.progress, time, this.incident);
    }

    /** A stage where this happens to the next run. */
    Stage with(Incident happening) {
        return new Stage(this.progress, this.refill, happening);
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
            Supplier<ArrivalLog> arrivals = () -> api.arrivals().between(start, Long.MAX_VALUE);
            this.progress.follow(new Scene(Team.names(team.size()), records.size(), start, api::nowMicros, arrivals));
            List<String> failures = deposit(team, records, patience, api);
            Long otherRefused = (settings.otherClient() != null) ? api.otherClientRefused() : null;
            Run run = new Run(name, settings.quota(), arrivals.get(), api.pause(), roundTrip, failures, otherRefused);
            this.progress.end(run.time());
            return run;
        }
    }

    private List<String> deposit(Team team, List<DepositRecord> records, Duration patience, SimulatedApi api) {
        Set<String> failures = new TreeSet<>();
        AtomicInteger outcomes = new AtomicInteger();
        Disposable ticking = Flux.interval(TICK).subscribe(tick -> this.progress.tick());
        try {
            team.deposit(records)
                    .doOnNext(outcome -> {
                        this.progress.step();
                        if (outcome.failure() != null) {
                            failures.add(Reason.of(outcome.failure()));
                        }
                        if (this.incident != null) {
                            this.incident.at(outcomes.incrementAndGet(), api::nowMicros, this.progress);
                        }
                    })
                    .blockLast(patience);
        } finally {
            ticking.dispose();
        }
        if (this.incident != null) {
            this.incident.await();
        }
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
