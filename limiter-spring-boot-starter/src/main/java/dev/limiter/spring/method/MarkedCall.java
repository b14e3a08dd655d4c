package dev.limiter.spring.method;

import dev.limiter.spring.call.CallMark;
import java.util.concurrent.CompletionStage;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A call whose attempts take a permit each: the mark is bound to the thread while the method runs, and written into the
 * context of each subscription to what it returns. Takes nothing itself.
 */
final class MarkedCall {

    private final UnseenAttempts unseen;

    MarkedCall(UnseenAttempts unseen) {
        this.unseen = unseen;
    }

    @Nullable
    Object run(MethodInvocation invocation, CallMark blueprint) throws Throwable {
        CallMark mark = blueprint.inside(CallMark.onThread());
        Object result;
        try (CallMark.Scope scope = mark.bindToThread()) {
            result = invocation.proceed();
        } catch (Throwable ex) {
            mark.brand(ex);
            throw ex;
        }
        if (result instanceof CompletionStage<?> stage) {
            // The method's own stage goes on to the caller, so that cancelling it means what it meant.
            stage.whenComplete((value, failure) -> {
                if (failure == null) {
                    this.unseen.ended(mark);
                } else {
                    mark.brand(failure);
                }
            });
            return result;
        }
        ReactiveAdapter adapter = (result != null) ? ReactiveTypes.adapterOf(result) : null;
        if (adapter != null && result != null) {
            return new Reactive(this.unseen, mark).mark(result, adapter);
        }
        this.unseen.ended(mark);
        return result;
    }

    /** Apart, so that applications without Reactor can load the rest. */
    private record Reactive(UnseenAttempts unseen, CallMark assembly) {

        Object mark(Object result, ReactiveAdapter adapter) {
            if (adapter.isMultiValue()) {
                return adapter.fromPublisher(Flux.deferContextual(context -> {
                    CallMark mark = this.assembly.inside(CallMark.current(context));
                    return Flux.from(MarkedSource.of(result, adapter, mark))
                            .doOnComplete(() -> ended(mark))
                            .doOnError(mark::brand)
                            .contextWrite(mark::writeTo);
                }));
            }
            return adapter.fromPublisher(Mono.deferContextual(context -> {
                CallMark mark = this.assembly.inside(CallMark.current(context));
                return Mono.from(MarkedSource.of(result, adapter, mark))
                        .doOnSuccess(value -> ended(mark))
                        .doOnError(mark::brand)
                        .contextWrite(mark::writeTo);
            }));
        }

        /** An attempt may have been sent when the method was called, before anybody subscribed. */
        private void ended(CallMark mark) {
            if (!this.assembly.anyAttemptSeen()) {
                this.unseen.ended(mark);
            }
        }
    }
}
