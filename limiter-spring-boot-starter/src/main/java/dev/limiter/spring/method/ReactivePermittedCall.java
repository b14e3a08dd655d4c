package dev.limiter.spring.method;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.spring.call.CallMark;
import dev.limiter.spring.call.CallerObservation;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ReactiveAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * A call that returns something reactive. Nothing happens before subscription; each subscription takes its own permit
 * and then calls the method anew. Cancelling while it waits gives the permit back.
 */
final class ReactivePermittedCall {

    /** The limiter of a caller, by what is known of the caller's observation. */
    private final Function<@Nullable Object, Limiter> limiter;

    private final CallOutcome outcome;

    ReactivePermittedCall(Function<@Nullable Object, Limiter> limiter, CallOutcome outcome) {
        this.limiter = limiter;
        this.outcome = outcome;
    }

    Object run(CallMark blueprint, StageCall.Body body, ReactiveAdapter adapter) {
        if (adapter.isMultiValue()) {
            return adapter.fromPublisher(Flux.deferContextual(context -> permit(blueprint.request(), context)
                    .flatMapMany(permit -> {
                        CallMark mark = mark(blueprint, permit, context);
                        return Flux.from(method(mark, body, adapter))
                                .doOnComplete(() -> this.outcome.succeeded(mark, permit))
                                .doOnError(ex -> this.outcome.failed(mark, permit, ex))
                                .doFinally(end -> permit.close())
                                .contextWrite(mark::writeTo);
                    })));
        }
        return adapter.fromPublisher(Mono.deferContextual(context -> permit(blueprint.request(), context)
                .flatMap(permit -> {
                    CallMark mark = mark(blueprint, permit, context);
                    return Mono.from(method(mark, body, adapter))
                            .doOnSuccess(value -> this.outcome.succeeded(mark, permit))
                            .doOnError(ex -> this.outcome.failed(mark, permit, ex))
                            .doFinally(end -> permit.close())
                            .contextWrite(mark::writeTo);
                })));
    }

    private CallMark mark(CallMark blueprint, Permit permit, ContextView context) {
        CallMark mark = PermittedCall.prepaid(blueprint, permit, CallMark.current(context));
        try {
            this.outcome.begins(mark, permit);
        } catch (RuntimeException ex) {
            permit.giveBack();
            throw ex;
        }
        return mark;
    }

    private Mono<Permit> permit(PermitRequest request, ContextView context) {
        return Mono.fromFuture(
                        () -> this.limiter.apply(CallerObservation.in(context)).acquireAsync(request))
                // The permit came in the moment of the cancellation.
                .doOnDiscard(Permit.class, Permit::giveBack);
    }

    private static Publisher<Object> method(CallMark mark, StageCall.Body body, ReactiveAdapter adapter) {
        try (CallMark.Scope scope = mark.bindToThread()) {
            Object result = body.proceed();
            return (result != null) ? MarkedSource.of(result, adapter, mark) : Mono.empty();
        } catch (Throwable ex) {
            return Mono.error(ex);
        }
    }
}
