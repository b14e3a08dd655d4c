package dev.limiter.sample.worker;

import dev.limiter.RetryBudgetExhaustedException;
import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.deposit.DepositResult;
import dev.limiter.sample.deposit.RepositoryClient;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Deposits a worker's share of the records. It paces nothing: when each one is sent is the contour's business. */
@Component
class DepositBatch {

    private final RepositoryClient repository;
    private final boolean eachOnce;
    private final int atOnce;
    private final Retry again;

    /** With how many calls are under way, most of which wait for their permit. */
    DepositBatch(
            RepositoryClient repository,
            @Value("${sample.each-record-once}") boolean eachOnce,
            @Value("${sample.calls-at-once}") int atOnce,
            @Value("${sample.calls-for-each-record}") int calls) {
        this.repository = repository;
        this.eachOnce = eachOnce;
        this.atOnce = atOnce;
        this.again = Retry.max(calls - 1L)
                .filter(DepositBatch::wasRefused)
                .onRetryExhaustedThrow((retry, signal) -> signal.failure());
    }

    /** What became of each record, in the order in which that was known. */
    Flux<Outcome> deposit(List<DepositRecord> records) {
        return Flux.fromIterable(records).flatMap(this::deposit, this.atOnce);
    }

    /** A record that is refused to the end of its call's attempts queues again: each subscription is a new call. */
    private Mono<Outcome> deposit(DepositRecord record) {
        return call(record)
                .map(result -> new Outcome(record, null))
                .switchIfEmpty(Mono.error(() -> new IllegalStateException("The repository's answer was empty")))
                .retryWhen(this.again)
                .onErrorResume(failure -> Mono.just(new Outcome(record, failure)));
    }

    private Mono<DepositResult> call(DepositRecord record) {
        return this.eachOnce ? this.repository.depositOnce(record) : this.repository.deposit(record);
    }

    /** Refused records have not been deposited. Of all others that failed nothing is known. */
    private static boolean wasRefused(Throwable failure) {
        return failure instanceof WebClientResponseException.TooManyRequests
                || failure instanceof RetryBudgetExhaustedException;
    }
}
