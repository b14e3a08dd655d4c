package dev.limiter.spring.webclient;

import dev.limiter.PermitRequest;
import dev.limiter.gate.HostWarmUp.Turn;
import dev.limiter.spring.call.ContourResolver.Circuit;
import dev.limiter.spring.call.HostTurn;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;

/** Waits for turns at cold hosts, without a thread. */
final class HostTurns {

    private HostTurns() {}

    /**
     * Whether nobody waits: the turn is there, or the caller would not wait for it, or the contour is only observed.
     *
     * @param entered what the turn was asked for with
     */
    static boolean isThere(CompletableFuture<Turn> entered, Circuit circuit) {
        return entered.isDone()
                || circuit.maxWait().isZero()
                || circuit.contour().isObserved();
    }

    /**
     * Waits for a turn that is not there yet.
     *
     * @param entered what the turn was asked for with
     * @return what the caller may still ask of the limiter
     */
    static Mono<PermitRequest> pass(HostTurn turn, CompletableFuture<Turn> entered, Circuit circuit) {
        return Mono.<Turn>create(sink -> pass(entered, sink))
                .publishOn(Schedulers.parallel())
                .timeout(HostTurn.longest(circuit), Mono.fromRunnable(() -> entered.cancel(false)))
                .then(Mono.fromSupplier(() -> turn.left(circuit)));
    }

    private static void pass(CompletionStage<Turn> entered, MonoSink<Turn> sink) {
        entered.whenComplete((turn, failure) -> {
            if (turn != null) {
                sink.success(turn);
            }
        });
    }
}
