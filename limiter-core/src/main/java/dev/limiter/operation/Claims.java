package dev.limiter.operation;

import dev.limiter.OperationDoneException;
import dev.limiter.OperationInFlightException;
import dev.limiter.OperationState;
import dev.limiter.Operations;
import dev.limiter.RateLimitException;
import dev.limiter.StoreUnavailableException;
import dev.limiter.UnknownContourException;
import dev.limiter.contour.Contour;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Claims business operations before they are sent, so that no other call, in this process or another one, sends them
 * too. Safe for use by many threads; nothing blocks. The store stays the caller's.
 */
public final class Claims implements Operations {

    private final OperationStore store;

    private final Map<String, Contour> contours;

    private final Executor completions;

    /**
     * Claims in a store.
     *
     * @param contours whose operations there are; each says for how long a claim and a note hold
     * @param completions runs what callers have hung on their futures, where they had to wait
     */
    public Claims(OperationStore store, Collection<Contour> contours, Executor completions) {
        this.store = store;
        this.completions = completions;
        Map<String, Contour> named = new LinkedHashMap<>();
        contours.forEach(contour -> named.put(contour.name(), contour));
        this.contours = Map.copyOf(named);
    }

    /**
     * Claims the operation for one call, with all its attempts. A call that cancels the future while it waits has no claim:
     * what the store then gives is released.
     *
     * @return fails with {@link OperationInFlightException} or {@link OperationDoneException} where it was claimed before,
     *     and with {@link StoreUnavailableException} where the store did not answer, whatever the contour does while its
     *     store is away: what cannot be claimed is not sent
     * @throws UnknownContourException when no contour has this name
     * @throws IllegalArgumentException for a blank id
     */
    public CompletableFuture<Claim> claim(String contour, String id) {
        Duration ttl = ttl(contour, id);
        // a new one for each claim: an old one that is released late finds nothing of its own
        String owner = UUID.randomUUID().toString();
        CompletableFuture<Claim> result = new CompletableFuture<>();
        whenAnswered(ask(() -> this.store.claim(contour, id, owner, ttl)), (answer, failure) -> {
            if (answer == null) {
                result.completeExceptionally(unavailable(contour, failure));
            } else if (answer.claimed()) {
                Claim claim = new Claim(this, contour, id, owner, ((OperationState.InFlight) answer.state()).until());
                if (!result.complete(claim)) {
                    CompletableFuture<Void> unused = claim.release();
                }
            } else {
                result.completeExceptionally(denial(contour, id, answer.state()));
            }
        });
        return result;
    }

    @Override
    public CompletableFuture<Void> done(String contour, String id) {
        Duration ttl = ttl(contour, id);
        return settled(contour, () -> this.store.done(contour, id, ttl));
    }

    @Override
    public CompletableFuture<Boolean> release(String contour, String id) {
        check(contour, id);
        return settled(contour, () -> this.store.release(contour, id));
    }

    @Override
    public CompletableFuture<OperationState> find(String contour, String id) {
        check(contour, id);
        return settled(contour, () -> this.store.find(contour, id));
    }

    /** What the holder of a claim has to say goes out at once, whatever comes of it. */
    CompletableFuture<Boolean> release(String contour, String id, String owner) {
        return settled(contour, () -> this.store.release(contour, id, owner));
    }

    private <T extends @Nullable Object> CompletableFuture<T> settled(
            String contour, Supplier<CompletionStage<T>> question) {
        CompletableFuture<T> result = new CompletableFuture<>();
        whenAnswered(ask(question), (answer, failure) -> {
            if (failure != null) {
                result.completeExceptionally(unavailable(contour, failure));
            } else {
                result.complete(answer);
            }
        });
        return result;
    }

    private static <T extends @Nullable Object> CompletableFuture<T> ask(Supplier<CompletionStage<T>> question) {
        try {
            return question.get().toCompletableFuture();
        } catch (RuntimeException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    /** Where the answer was waited for, it comes on a thread of the store's, which is not a caller's to use. */
    private <T extends @Nullable Object> void whenAnswered(
            CompletableFuture<T> stage, BiConsumer<@Nullable T, @Nullable Throwable> then) {
        Executor where = stage.isDone() ? Runnable::run : this::tell;
        CompletableFuture<T> unused =
                stage.whenComplete((answer, failure) -> where.execute(() -> then.accept(answer, failure)));
    }

    private void tell(Runnable caller) {
        try {
            this.completions.execute(caller);
        } catch (RejectedExecutionException ex) {
            // the application is ending: better here than never
            caller.run();
        }
    }

    private void check(String contour, String id) {
        if (!this.contours.containsKey(contour)) {
            throw new UnknownContourException(contour, this.contours.keySet());
        }
        if (id.isBlank()) {
            throw new IllegalArgumentException(
                    "contour '%s': the id of an operation must not be blank".formatted(contour));
        }
    }

    private Duration ttl(String contour, String id) {
        check(contour, id);
        return Objects.requireNonNull(this.contours.get(contour)).operationTtl();
    }

    private static RateLimitException denial(String contour, String id, OperationState state) {
        if (state instanceof OperationState.InFlight inFlight) {
            return new OperationInFlightException(contour, id, inFlight.since(), inFlight.until());
        }
        return new OperationDoneException(contour, id, ((OperationState.Done) state).since());
    }

    private static StoreUnavailableException unavailable(String contour, @Nullable Throwable failure) {
        Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : failure;
        return new StoreUnavailableException(
                contour, (cause != null) ? cause : new IllegalStateException("the store answered nothing"));
    }
}
