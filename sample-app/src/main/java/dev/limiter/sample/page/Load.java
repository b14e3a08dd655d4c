package dev.limiter.sample.page;

import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.deposit.RecordFile;
import dev.limiter.sample.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What the workers have to do. They pace nothing: when each deposit is sent is the contour's business. */
final class Load {

    /** How many calls each worker has under way as long as the load is on. */
    static final int STEADY_CALLS = 4;

    /** How many calls each worker begins at once. */
    static final int BURST_CALLS = 20;

    /** A call that failed may have failed at once. */
    private static final Duration AFTER_FAILURE = Duration.ofMillis(500);

    private final List<DepositRecord> records = RecordFile.shipped();

    private final AtomicInteger next = new AtomicInteger();

    private Sinks.Empty<Void> end = Sinks.empty();

    /** Deposits without end: whenever a call ends, the worker begins another one. */
    void steady(List<Worker> workers) {
        run(workers, STEADY_CALLS, call -> call.repeat().then());
    }

    /** Deposits a little, all at once. */
    void burst(List<Worker> workers) {
        run(workers, BURST_CALLS, call -> call);
    }

    private void run(List<Worker> workers, int calls, UnaryOperator<Mono<Void>> form) {
        Flux.fromIterable(workers)
                .flatMap(worker -> Flux.range(0, calls).flatMap(i -> form.apply(call(worker)), calls), workers.size())
                .takeUntilOther(this.end.asMono())
                .subscribe();
    }

    /** Cancels all calls: who waits for a permit leaves at once. */
    void stop() {
        this.end.tryEmitEmpty();
        this.end = Sinks.empty();
    }

    private Mono<Void> call(Worker worker) {
        return Mono.defer(() -> worker.deposit(List.of(record())).next())
                .filter(outcome -> outcome.failure() != null)
                .flatMap(failed -> Mono.delay(AFTER_FAILURE))
                .onErrorResume(gone -> Mono.delay(AFTER_FAILURE))
                .then();
    }

    private DepositRecord record() {
        return this.records.get(Math.floorMod(this.next.getAndIncrement(), this.records.size()));
    }
}
