package dev.limiter.operation;

import dev.limiter.OperationState;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store that does all that it is asked, and answers when it is told to, or fails. */
final class ScriptedOperationStore implements OperationStore {

    private final OperationStore behind;

    private @Nullable RuntimeException failure;

    private CompletableFuture<Void> answers = CompletableFuture.completedFuture(null);

    ScriptedOperationStore(OperationStore behind) {
        this.behind = behind;
    }

    /** From now on nothing arrives, and everything fails. */
    void failWith(@Nullable RuntimeException value) {
        this.failure = value;
    }

    /** What is asked from now on is done at once, and answered when the returned future is completed. */
    CompletableFuture<Void> holdAnswers() {
        this.answers = new CompletableFuture<>();
        return this.answers;
    }

    private <T> CompletionStage<T> answer(Supplier<CompletionStage<T>> question) {
        if (this.failure != null) {
            return CompletableFuture.failedFuture(this.failure);
        }
        CompletionStage<T> answer = question.get();
        return this.answers.thenCompose(now -> answer);
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(String contour, String id, String owner, Duration ttl) {
        return answer(() -> this.behind.claim(contour, id, owner, ttl));
    }

    @Override
    public CompletionStage<Void> done(String contour, String id, Duration ttl) {
        return answer(() -> this.behind.done(contour, id, ttl));
    }

    @Override
    public CompletionStage<Boolean> release(String contour, String id, String owner) {
        return answer(() -> this.behind.release(contour, id, owner));
    }

    @Override
    public CompletionStage<Boolean> release(String contour, String id) {
        return answer(() -> this.behind.release(contour, id));
    }

    @Override
    public CompletionStage<OperationState> find(String contour, String id) {
        if (this.failure != null) {
            throw this.failure;
        }
        return this.behind.find(contour, id);
    }
}
