package dev.limiter.sample.worker;

import dev.limiter.OperationState;
import dev.limiter.Operations;
import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.deposit.RepositoryClient;
import java.util.List;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Settles operations of which nobody says how they ended: it asks the server. */
@Component
class Settler {

    private static final String CONTOUR = RepositoryClient.CONTOUR;

    private final RepositoryClient repository;
    private final Operations operations;

    Settler(RepositoryClient repository, Operations operations) {
        this.repository = repository;
        this.operations = operations;
    }

    /** In the order of the records, one after the other. */
    Flux<Settled> settle(List<DepositRecord> records) {
        return Flux.fromIterable(records).concatMap(record -> find(record).flatMap(state -> settle(record, state)));
    }

    private Mono<Settled> settle(DepositRecord record, OperationState state) {
        if (state instanceof OperationState.Done) {
            return Mono.just(new Settled(record, Settled.How.WAS_DONE));
        }
        return this.repository.holds(record).flatMap(there -> there ? done(record) : depositAgain(record));
    }

    private Mono<Settled> done(DepositRecord record) {
        return Mono.fromFuture(() -> this.operations.done(CONTOUR, record.id()))
                .thenReturn(new Settled(record, Settled.How.WAS_THERE));
    }

    private Mono<Settled> depositAgain(DepositRecord record) {
        return Mono.fromFuture(() -> this.operations.release(CONTOUR, record.id()))
                .then(this.repository.depositOnce(record))
                .thenReturn(new Settled(record, Settled.How.WAS_MISSING));
    }

    /** How many are not noted as done. */
    Mono<Long> notDone(List<DepositRecord> records) {
        return Flux.fromIterable(records)
                .flatMap(this::find)
                .filter(state -> !(state instanceof OperationState.Done))
                .count();
    }

    /** Takes away what is noted of them. */
    Mono<Void> forget(List<DepositRecord> records) {
        return Flux.fromIterable(records)
                .flatMap(record -> Mono.fromFuture(() -> this.operations.release(CONTOUR, record.id())))
                .then();
    }

    private Mono<OperationState> find(DepositRecord record) {
        return Mono.fromFuture(() -> this.operations.find(CONTOUR, record.id()));
    }
}
