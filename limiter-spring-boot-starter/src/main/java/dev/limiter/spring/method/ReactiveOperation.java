package dev.limiter.spring.method;

import dev.limiter.operation.Claim;
import dev.limiter.spring.call.Acts;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ReactiveAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * An operation that returns something reactive. Nothing happens before subscription, and each subscription claims anew.
 * Cancelling while it waits for the claim gives the claim back.
 */
final class ReactiveOperation {

    private ReactiveOperation() {}

    private record Held(Claim claim, Acts acts) {

        Mono<Void> settle(@Nullable Throwable thrown) {
            return Mono.fromFuture(() -> Settlement.of(this.claim, this.acts, thrown), true);
        }

        /** Whoever gives up may do so before the method has come to what it is for. */
        Mono<Void> settleCancelled() {
            return settle(new CancellationException());
        }
    }

    static Object run(
            Supplier<CompletableFuture<Claim>> claiming, OperationCall.Recorded body, ReactiveAdapter adapter) {
        Mono<Held> held = Mono.fromFuture(claiming)
                .onErrorMap(CompletionException.class, ex -> (ex.getCause() != null) ? ex.getCause() : ex)
                // The claim came in the moment of the cancellation.
                .doOnDiscard(Claim.class, claim -> {
                    CompletableFuture<Void> unused = claim.release();
                })
                .map(claim -> new Held(claim, new Acts()));
        if (adapter.isMultiValue()) {
            return adapter.fromPublisher(Flux.usingWhen(
                    held,
                    holding -> Flux.from(method(body, holding.acts(), adapter)),
                    holding -> holding.settle(null),
                    Held::settle,
                    Held::settleCancelled));
        }
        return adapter.fromPublisher(Mono.usingWhen(
                held,
                holding -> Mono.from(method(body, holding.acts(), adapter)),
                holding -> holding.settle(null),
                Held::settle,
                Held::settleCancelled));
    }

    private static Publisher<Object> method(OperationCall.Recorded body, Acts acts, ReactiveAdapter adapter) {
        try {
            Object result = body.run(acts);
            return (result != null) ? adapter.toPublisher(result) : Mono.empty();
        } catch (Throwable ex) {
            return Mono.error(ex);
        }
    }
}
