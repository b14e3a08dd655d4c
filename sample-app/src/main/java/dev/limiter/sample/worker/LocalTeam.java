package dev.limiter.sample.worker;

import dev.limiter.sample.deposit.DepositRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/** Workers in this process. */
final class LocalTeam implements Team {

    private static final int WARM_UP = 100;

    private final List<Worker> workers = new ArrayList<>();
    private final @Nullable SharedMemory memory;

    private LocalTeam(@Nullable SharedMemory memory) {
        this.memory = memory;
    }

    /** With the memory that they share, which the team closes; or without. */
    static LocalTeam start(int size, Terms terms, @Nullable SharedMemory memory) {
        LocalTeam team = new LocalTeam(memory);
        try {
            Team.names(size).forEach(name -> team.workers.add(Worker.start(name, terms, memory)));
        } catch (RuntimeException notStarted) {
            team.workers.forEach(Worker::close);
            throw notStarted;
        }
        return team;
    }

    @Override
    public Duration warmUp() {
        return this.workers.stream()
                .map(worker -> {
                    worker.warmUp(WARM_UP);
                    return worker.roundTrip();
                })
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    @Override
    public Flux<Outcome> deposit(List<DepositRecord> records) {
        return Flux.range(0, size()).flatMap(i -> this.workers.get(i).deposit(Team.share(records, i, size())), size());
    }

    @Override
    public void stop() {
        this.workers.forEach(Worker::stop);
    }

    @Override
    public int size() {
        return this.workers.size();
    }

    @Override
    public void close() {
        this.workers.forEach(Worker::close);
        if (this.memory != null) {
            this.memory.close();
        }
    }
}
