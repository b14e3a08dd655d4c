package dev.limiter.spring.method;

import dev.limiter.Limiter;
import dev.limiter.LimiterRegistry;
import dev.limiter.Permit;
import dev.limiter.spring.call.Acts;
import dev.limiter.spring.call.CallMark;
import dev.limiter.spring.call.Interruption;
import dev.limiter.spring.call.WaitWatch;
import java.util.Arrays;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.ReactiveAdapter;

/**
 * A call that takes one permit before its method runs, for clients that the limiter does not see. The method is never
 * repeated.
 */
final class PermittedCall {

    private final Supplier<LimiterRegistry> registry;

    private final CallOutcome outcome;

    private final Supplier<Executor> executor;

    private final Supplier<WaitWatch> watch;

    PermittedCall(
            Supplier<LimiterRegistry> registry,
            CallOutcome outcome,
            Supplier<Executor> executor,
            Supplier<WaitWatch> watch) {
        this.registry = registry;
        this.outcome = outcome;
        this.executor = executor;
        this.watch = watch;
    }

    @Nullable
    Object run(MethodInvocation invocation, CallMark blueprint, Class<?> type) throws Throwable {
        blueprint.record(Acts::attemptSeen);
        if (CompletionStage.class.isAssignableFrom(type)) {
            CallMark outer = CallMark.onThread();
            // The method runs later, when the chain of this invocation has long been left: it needs its own.
            MethodInvocation later = again(invocation);
            return new StageCall(limiter(blueprint, null), this.outcome, this.executor.get())
                    .run(permit -> prepaid(blueprint, permit, outer), blueprint.request(), later::proceed);
        }
        ReactiveAdapter adapter = ReactiveTypes.adapter(type);
        if (adapter != null) {
            MethodInvocation later = again(invocation);
            return new ReactivePermittedCall(parent -> limiter(blueprint, parent), this.outcome)
                    .run(blueprint, () -> again(later).proceed(), adapter);
        }
        return blocking(invocation, blueprint);
    }

    private @Nullable Object blocking(MethodInvocation invocation, CallMark blueprint) throws Throwable {
        try (Permit permit = acquire(invocation, blueprint)) {
            CallMark mark = prepaid(blueprint, permit, CallMark.onThread());
            Object result;
            this.outcome.begins(mark, permit);
            try (CallMark.Scope scope = mark.bindToThread()) {
                result = invocation.proceed();
            } catch (Throwable ex) {
                this.outcome.failed(mark, permit, ex);
                throw ex;
            }
            this.outcome.succeeded(mark, permit);
            return result;
        }
    }

    private Permit acquire(MethodInvocation invocation, CallMark mark) throws InterruptedException {
        try {
            return limiter(mark, null).acquire(mark.request());
        } catch (InterruptedException ex) {
            boolean declared =
                    Arrays.stream(invocation.getMethod().getExceptionTypes()).anyMatch(type -> type.isInstance(ex));
            if (declared) {
                throw ex;
            }
            throw Interruption.of(ex, mark.contour(), mark.method() + " waited for a permit");
        }
    }

    private Limiter limiter(CallMark mark, @Nullable Object parent) {
        return this.watch.get().watched(this.registry.get().limiter(mark.contour(), mark.key()), parent);
    }

    static CallMark prepaid(CallMark blueprint, Permit permit, @Nullable CallMark outer) {
        return blueprint.prepaid(permit).inside(outer);
    }

    private static MethodInvocation again(MethodInvocation invocation) {
        return (invocation instanceof ProxyMethodInvocation proxied) ? proxied.invocableClone() : invocation;
    }
}
