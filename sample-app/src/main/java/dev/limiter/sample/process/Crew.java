package dev.limiter.sample.process;

import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.worker.Outcome;
import dev.limiter.sample.worker.Team;
import dev.limiter.sample.worker.Terms;
import dev.limiter.sample.worker.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/**
 * Worker processes that share a Redis and have a file each. One may be killed, and started again. A worker in this
 * process, which shares the Redis too, settles what they leave.
 */
public final class Crew implements AutoCloseable {

    /** Opens the connections. */
    private static final int WARM_UP = 20;

    private final Terms terms;
    private final Map<String, String> environment;
    private final List<WorkerProcess> workers = new ArrayList<>();
    private @Nullable Worker settler;

    /** Which was killed last. */
    private volatile @Nullable WorkerProcess killed;

    private Crew(Terms terms, SharedRedis redis) {
        this.terms = terms.with("limiter.store", "redis");
        this.environment = redis.environment();
    }

    /** All start at once; they have started, and are warm, when this returns. */
    public static Crew start(int size, Terms terms, SharedRedis redis) {
        Crew crew = new Crew(terms, redis);
        try {
            Team.names(size).forEach(name -> crew.workers.add(crew.process(name)));
            crew.settler = Worker.start("settler", crew.terms.with("spring.data.redis.url", redis.url()), null);
            crew.workers.forEach(Crew::warmUp);
            return crew;
        } catch (RuntimeException notStarted) {
            crew.close();
            throw notStarted;
        }
    }

    private WorkerProcess process(String name) {
        return WorkerProcess.start(name, this.terms, this.environment);
    }

    private static void warmUp(WorkerProcess worker) {
        worker.awaitReady();
        worker.warmUp(WARM_UP);
        worker.awaitWarm();
    }

    /** Has one deposit its file. What becomes of it ends early where that one is killed. */
    public Flux<Outcome> deposit(int worker, List<DepositRecord> file) {
        WorkerProcess process = this.workers.get(worker);
        return process.take(file)
                .doOnSubscribe(subscription -> process.go())
                .onErrorResume(ended -> process == this.killed, ended -> Flux.empty());
    }

    /** Ends one with {@code kill -9}. It is gone when this returns. */
    public void kill(int worker) {
        WorkerProcess victim = this.workers.get(worker);
        this.killed = victim;
        victim.kill();
        victim.close();
    }

    /** Starts another one in the place of one that was killed, under its name. */
    public void restart(int worker) {
        WorkerProcess process = process(this.workers.get(worker).name());
        this.workers.set(worker, process);
        warmUp(process);
    }

    /** The one in this process. */
    public Worker settler() {
        Worker started = this.settler;
        if (started == null) {
            throw new IllegalStateException("It has not started");
        }
        return started;
    }

    @Override
    public void close() {
        this.workers.forEach(WorkerProcess::dismiss);
        if (this.settler != null) {
            this.settler.close();
        }
        this.workers.forEach(WorkerProcess::close);
    }
}
