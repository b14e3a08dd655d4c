package dev.limiter.spring.method;

import dev.limiter.operation.Claim;
import dev.limiter.spring.call.Acts;
import dev.limiter.spring.call.CallMark;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * An operation that returns a stage: the method runs on an executor when the claim is there. Cancelling what the caller got
 * ends the wait and releases the claim, or is passed on to what the method returned.
 */
final class StageOperation {

    private final Executor executor;

    private final @Nullable CallMark outer;

    /** @param outer the mark that was bound to the caller's thread */
    StageOperation(Executor executor, @Nullable CallMark outer) {
        this.executor = executor;
        this.outer = outer;
    }

    CompletionStage<@Nullable Object> run(CompletableFuture<Claim> claiming, OperationCall.Recorded body) {
        CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
        StageCall.onCancel(result, claiming);
        CompletionStage<Claim> claimed = claiming;
        claimed.whenComplete((claim, failure) -> {
            if (claim == null) {
                result.completeExceptionally(StageCall.unwrapped(failure));
            } else {
                start(result, claim, body);
            }
        });
        return result;
    }

    private void start(CompletableFuture<@Nullable Object> result, Claim claim, OperationCall.Recorded body) {
        try {
            this.executor.execute(() -> proceed(result, claim, body));
        } catch (RuntimeException | Error ex) {
            CompletableFuture<Void> unused = claim.release();
            result.completeExceptionally(ex);
        }
    }

    private void proceed(CompletableFuture<@Nullable Object> result, Claim claim, OperationCall.Recorded body) {
        if (result.isDone()) {
            CompletableFuture<Void> unused = claim.release();
            return;
        }
        Acts acts = new Acts();
        CompletionStage<?> stage;
        try (CallMark.Scope scope = CallMark.bindToThread(this.outer)) {
            stage = (CompletionStage<?>) body.run(acts);
        } catch (Throwable ex) {
            settle(result, claim, acts, null, ex);
            return;
        }
        if (stage == null) {
            settle(result, claim, acts, null, new IllegalStateException("the method returned no stage"));
            return;
        }
        StageCall.passOn(result, stage);
        stage.whenComplete((value, failure) -> settle(result, claim, acts, value, failure));
    }

    private static void settle(
            CompletableFuture<@Nullable Object> result,
            Claim claim,
            Acts acts,
            @Nullable Object value,
            @Nullable Throwable failure) {
        CompletionStage<Void> settled =
                Settlement.of(claim, acts, (failure != null) ? StageCall.unwrapped(failure) : null);
        settled.whenComplete((done, never) -> {
            if (failure == null) {
                result.complete(value);
            } else {
                result.completeExceptionally(failure);
            }
        });
    }
}
