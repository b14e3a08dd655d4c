package dev.limiter.sample.process;

import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.worker.Outcome;
import dev.limiter.sample.worker.Team;
import dev.limiter.sample.worker.Terms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Flux;

/** Workers in processes of their own. */
final class ProcessTeam implements Team {

    private static final int WARM_UP = 100;

    private final List<WorkerProcess> workers = new ArrayList<>();

    private ProcessTeam() {}

    /** All start at once; they have started when this returns. */
    static ProcessTeam start(int size, Terms terms, Map<String, String> environment) {
        ProcessTeam team = new ProcessTeam();
        try {
            Team.names(size).forEach(name -> team.workers.add(WorkerProcess.start(name, terms, environment)));
            team.workers.forEach(WorkerProcess::awaitReady);
            return team;
        } catch (RuntimeException notStarted) {
            team.close();
            throw notStarted;
        }
    }

    /** The round trips are measured when all are warm: they share processors. */
    @Override
    public Duration warmUp() {
        this.workers.forEach(worker -> worker.warmUp(WARM_UP));
        this.workers.forEach(WorkerProcess::awaitWarm);
        return this.workers.stream()
                .map(WorkerProcess::roundTrip)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** All have their records before the first is said to go. */
    @Override
    public Flux<Outcome> deposit(List<DepositRecord> records) {
        return Flux.defer(() -> {
            List<Flux<Outcome>> outcomes = new ArrayList<>();
            for (int i = 0; i < size(); i++) {
                outcomes.add(this.workers.get(i).take(Team.share(records, i, size())));
            }
            this.workers.forEach(WorkerProcess::go);
            return Flux.merge(outcomes);
        });
    }

    @Override
    public void stop() {
        this.workers.forEach(WorkerProcess::stop);
    }

    @Override
    public int size() {
        return this.workers.size();
    }

    @Override
    public void close() {
        this.workers.forEach(WorkerProcess::dismiss);
        this.workers.forEach(WorkerProcess::close);
    }
}
