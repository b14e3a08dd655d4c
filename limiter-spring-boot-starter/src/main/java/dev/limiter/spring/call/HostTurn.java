package dev.limiter.spring.webclient;

import dev.limiter.PermitRequest;
import dev.limiter.gate.HostWarmUp;
import dev.limiter.gate.HostWarmUp.Turn;
import dev.limiter.spring.method.ContourResolver;
import dev.limiter.spring.method.ContourResolver.Circuit;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;

/** An attempt's turn at a host that nobody has reached yet: the first one goes alone. */
final class HostTurn {

    /** The warm-up lets everybody go long before. */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private volatile @Nullable CompletableFuture<Turn> turn;

    /**
     * Waits for the turn, without a thread, and not at all where the host is warm. This wait is part of the caller's
     * longest wait for its permit; when that is over, the attempt goes on without a turn.
     *
     * @return what the caller may still ask of the limiter
     */
    Mono<PermitRequest> enter(HostWarmUp warmUp, URI url, Circuit circuit) {
        PermitRequest request = circuit.request();
        CompletableFuture<Turn> entered = warmUp.enter(ContourResolver.hostAndPort(url));
        this.turn = entered;
        Duration maxWait = (request.maxWait() != null)
                ? request.maxWait()
                : circuit.contour().maxWait();
        if (entered.isDone() || maxWait.isZero()) {
            return Mono.just(request);
        }
        long since = System.nanoTime();
        return Mono.<Turn>create(sink -> pass(entered, sink))
                .publishOn(Schedulers.parallel())
                .timeout(min(maxWait, LONGEST), Mono.fromRunnable(() -> entered.cancel(false)))
                .then(Mono.fromSupplier(() -> request.withMaxWait(left(maxWait, since))));
    }

    private static void pass(CompletionStage<Turn> entered, MonoSink<Turn> sink) {
        entered.whenComplete((turn, failure) -> {
            if (turn != null) {
                sink.success(turn);
            }
        });
    }

    private static Duration left(Duration maxWait, long since) {
        Duration left = maxWait.minusNanos(System.nanoTime() - since);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private static Duration min(Duration one, Duration other) {
        return (one.compareTo(other) < 0) ? one : other;
    }

    /** The host has answered. */
    void answered() {
        CompletableFuture<Turn> entered = this.turn;
        if (entered != null && has(entered)) {
            entered.join().answered();
        }
    }

    /** The attempt is over: where there was no answer, the next one is the first. */
    void end() {
        CompletableFuture<Turn> entered = this.turn;
        if (entered != null && !entered.cancel(false) && has(entered)) {
            entered.join().failed();
        }
    }

    private static boolean has(CompletableFuture<Turn> entered) {
        return entered.isDone() && !entered.isCompletedExceptionally();
    }
}
