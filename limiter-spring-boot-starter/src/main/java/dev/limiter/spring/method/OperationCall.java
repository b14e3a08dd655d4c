package dev.limiter.spring.method;

import dev.limiter.operation.Claim;
import dev.limiter.operation.Claims;
import dev.limiter.spring.call.Acts;
import dev.limiter.spring.call.CallMark;
import dev.limiter.spring.call.Interruption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.ReactiveAdapter;

/**
 * A call that is a business operation: claimed before the method runs, and settled when it has ended, by what the server
 * may have done meanwhile. What cannot be claimed does not run.
 */
final class OperationCall {

    private final Supplier<Claims> claims;

    private final Supplier<Executor> executor;

    OperationCall(Supplier<Claims> claims, Supplier<Executor> executor) {
        this.claims = claims;
        this.executor = executor;
    }

    /** The rest of a marked call, recorded. */
    @FunctionalInterface
    interface Recorded {
        @Nullable
        Object run(Acts acts) throws Throwable;
    }

    /** The rest of a marked call. */
    @FunctionalInterface
    interface Body {
        @Nullable
        Object run(MethodInvocation invocation, CallMark mark) throws Throwable;
    }

    @Nullable
    Object run(MethodInvocation invocation, CallMark mark, String operation, Class<?> type, Body body)
            throws Throwable {
        if (CompletionStage.class.isAssignableFrom(type)) {
            CallMark outer = CallMark.onThread();
            MethodInvocation later = again(invocation);
            return new StageOperation(this.executor.get(), outer)
                    .run(claim(mark, operation), acts -> body.run(later, mark.recordedIn(acts)));
        }
        ReactiveAdapter adapter = ReactiveTypes.adapter(type);
        if (adapter != null) {
            MethodInvocation later = again(invocation);
            return ReactiveOperation.run(
                    () -> claim(mark, operation), acts -> body.run(again(later), mark.recordedIn(acts)), adapter);
        }
        return blocking(invocation, mark, operation, body);
    }

    private CompletableFuture<Claim> claim(CallMark mark, String operation) {
        return this.claims.get().claim(mark.contour(), operation);
    }

    private @Nullable Object blocking(MethodInvocation invocation, CallMark mark, String operation, Body body)
            throws Throwable {
        Claim claim = claimed(claim(mark, operation), mark);
        Acts acts = new Acts();
        CallMark recorded = mark.recordedIn(acts);
        @Nullable Throwable thrown = null;
        try {
            return body.run(invocation, recorded);
        } catch (Throwable ex) {
            thrown = ex;
            throw ex;
        } finally {
            // The next call of this thread finds it settled.
            Settlement.of(claim, acts, thrown).join();
        }
    }

    static Claim claimed(CompletableFuture<Claim> claiming, CallMark mark) {
        try {
            return claiming.get();
        } catch (InterruptedException ex) {
            if (!claiming.cancel(false) && !claiming.isCompletedExceptionally()) {
                // It came in the moment of the interruption.
                CompletableFuture<Void> unused = claiming.join().release();
            }
            throw Interruption.of(ex, mark.contour(), mark.method() + " claimed its operation");
        } catch (ExecutionException ex) {
            throw (ex.getCause() instanceof RuntimeException denial) ? denial : new IllegalStateException(ex);
        }
    }

    private static MethodInvocation again(MethodInvocation invocation) {
        return (invocation instanceof ProxyMethodInvocation proxied) ? proxied.invocableClone() : invocation;
    }
}
