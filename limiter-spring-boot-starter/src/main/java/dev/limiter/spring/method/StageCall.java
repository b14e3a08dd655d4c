package dev.limiter.spring.method;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.RateLimitException;
import dev.limiter.spring.call.CallMark;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A call that returns a stage: the method runs on an executor when its permit is there. Where the executor comes to it so
 * late that the permit is out of date, the executor's thread waits for another one. Cancelling what the caller got
 * ends the wait and gives the permit back, or is passed on to what the method returned.
 */
final class StageCall {

    /** As long as a slot is good with the default arrival jitter. */
    private static final Duration LATE = Duration.ofMillis(50);

    private final Limiter limiter;

    private final CallOutcome outcome;

    private final Executor executor;

    StageCall(Limiter limiter, CallOutcome outcome, Executor executor) {
        this.limiter = limiter;
        this.outcome = outcome;
        this.executor = executor;
    }

    CompletionStage<@Nullable Object> run(Function<Permit, CallMark> prepaid, PermitRequest request, Body body) {
        CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
        CompletableFuture<Permit> acquiring = this.limiter.acquireAsync(request);
        onCancel(result, acquiring);
        CompletionStage<Permit> granted = acquiring;
        granted.whenComplete((permit, failure) -> {
            if (permit == null) {
                result.completeExceptionally(unwrapped(failure));
            } else {
                long grantedAt = System.nanoTime();
                start(result, permit, () -> {
                    Permit inTime = inTime(permit, grantedAt, request, result);
                    if (inTime != null) {
                        proceed(result, prepaid.apply(inTime), inTime, body);
                    }
                });
            }
        });
        return result;
    }

    private void start(CompletableFuture<?> result, Permit permit, Runnable call) {
        try {
            this.executor.execute(call);
        } catch (RuntimeException | Error ex) {
            permit.giveBack();
            result.completeExceptionally(ex);
        }
    }

    /** The permit while it is good, else another one; {@code null} where there is none, and the caller has been told. */
    private @Nullable Permit inTime(Permit permit, long grantedAt, PermitRequest request, CompletableFuture<?> result) {
        if (!permit.isVoid() && System.nanoTime() - grantedAt <= LATE.toNanos()) {
            return permit;
        }
        permit.giveBack();
        try {
            return result.isDone() ? null : this.limiter.acquire(request);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            result.completeExceptionally(ex);
        } catch (RateLimitException ex) {
            result.completeExceptionally(ex);
        }
        return null;
    }

    private void proceed(CompletableFuture<@Nullable Object> result, CallMark mark, Permit permit, Body body) {
        if (result.isDone()) {
            permit.giveBack();
            return;
        }
        CompletionStage<?> stage;
        try (CallMark.Scope scope = mark.bindToThread()) {
            this.outcome.begins(mark, permit);
            stage = (CompletionStage<?>) body.proceed();
        } catch (Throwable ex) {
            ended(result, mark, permit, null, ex);
            return;
        }
        if (stage == null) {
            ended(result, mark, permit, null, new IllegalStateException(mark.method() + " returned no stage"));
            return;
        }
        passOn(result, stage);
        stage.whenComplete((value, failure) -> ended(result, mark, permit, value, failure));
    }

    private void ended(
            CompletableFuture<@Nullable Object> result,
            CallMark mark,
            Permit permit,
            @Nullable Object value,
            @Nullable Throwable failure) {
        Throwable told = failure;
        try (permit) {
            if (failure == null) {
                this.outcome.succeeded(mark, permit);
            } else {
                this.outcome.failed(mark, permit, failure);
            }
        } catch (RuntimeException | Error ex) {
            told = ex;
        }
        if (told == null) {
            result.complete(value);
        } else {
            result.completeExceptionally(told);
        }
    }

    static void passOn(CompletableFuture<?> result, CompletionStage<?> stage) {
        try {
            onCancel(result, stage.toCompletableFuture());
        } catch (UnsupportedOperationException ex) {
            // A stage that nobody can cancel runs to its end.
        }
    }

    static void onCancel(CompletableFuture<?> result, CompletableFuture<?> upstream) {
        CompletionStage<?> stage = result;
        stage.whenComplete((value, failure) -> {
            if (failure instanceof CancellationException) {
                upstream.cancel(true);
            }
        });
    }

    static Throwable unwrapped(@Nullable Throwable failure) {
        Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : failure;
        return (cause != null) ? cause : new CancellationException("no permit");
    }

    /** The rest of the invocation. */
    @FunctionalInterface
    interface Body {
        @Nullable
        Object proceed() throws Throwable;
    }
}
