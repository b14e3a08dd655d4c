package dev.limiter.gate;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.PermitTimeoutException;
import dev.limiter.QueueFullException;
import dev.limiter.RateLimitException;
import dev.limiter.Refusal.Scope;
import dev.limiter.TooManyKeysException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A limiter that asks the gate of its contour and key, whichever that is at the time. */
final class GateLimiter implements Limiter {

    private final GateRegistry registry;

    private final Gates.Id id;

    /** The gate that was asked last. Looked up again when it lets nobody through, as a retired one never does. */
    private volatile @Nullable Gate lastGate;

    GateLimiter(GateRegistry registry, Gates.Id id) {
        this.registry = registry;
        this.id = id;
    }

    @Override
    public String contour() {
        return this.id.contour().name();
    }

    @Override
    public CompletableFuture<Permit> acquireAsync(PermitRequest request) {
        Permit permit = takeAtOnce(request.permits());
        if (permit != null) {
            return CompletableFuture.completedFuture(permit);
        }
        try {
            return enter(request, false);
        } catch (TooManyKeysException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    @Override
    public Permit acquire(PermitRequest request) throws InterruptedException {
        Permit permit = takeAtOnce(request.permits());
        return (permit != null) ? permit : get(enter(request, true));
    }

    @Override
    public Permit acquire(PermitRequest request, Runnable beforeWait) throws InterruptedException {
        Permit permit = takeAtOnce(request.permits());
        if (permit != null) {
            return permit;
        }
        Waiter waiter = enter(request, true);
        if (!waiter.isDone()) {
            try {
                beforeWait.run();
            } catch (RuntimeException | Error ex) {
                abandon(waiter);
                throw ex;
            }
        }
        return get(waiter);
    }

    /** What comes too late, because the thread woke late, or a pause was learned in between, is waited for again. */
    private static Permit get(Waiter entered) throws InterruptedException {
        Waiter waiter = entered;
        GatePermit permit = await(waiter);
        for (Waiter again = permit.woken(waiter); again != null; again = permit.woken(waiter)) {
            waiter = again;
            permit = await(waiter);
        }
        permit.cameToUse();
        return permit;
    }

    private static GatePermit await(Waiter waiter) throws InterruptedException {
        try {
            return (GatePermit) waiter.get();
        } catch (InterruptedException ex) {
            abandon(waiter);
            throw ex;
        } catch (ExecutionException ex) {
            throw denialIn(ex);
        }
    }

    @Override
    public Optional<Permit> tryAcquire(int permits) {
        // Before anything is taken: it throws where the number makes no sense.
        PermitRequest request = PermitRequest.of(permits).withMaxWait(Duration.ZERO);
        Permit permit = takeAtOnce(permits);
        if (permit != null) {
            return Optional.of(permit);
        }
        Waiter waiter;
        try {
            waiter = enter(request, true);
        } catch (TooManyKeysException ex) {
            return Optional.empty();
        }
        try {
            GatePermit answered = (GatePermit) waiter.get();
            answered.cameToUse();
            return Optional.of(answered);
        } catch (InterruptedException ex) {
            abandon(waiter);
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException ex) {
            if (ex.getCause() instanceof PermitTimeoutException || ex.getCause() instanceof QueueFullException) {
                return Optional.empty();
            }
            throw denialIn(ex);
        }
    }

    @Override
    public CompletableFuture<Void> pause(Duration length, String cause) {
        return pause(Scope.KEY, length, cause);
    }

    CompletableFuture<Void> pause(Scope scope, Duration length, String cause) {
        return atDesk(desk -> desk.pauseByHand(scope, length, cause));
    }

    @Override
    public CompletableFuture<Void> resume() {
        return atDesk(PauseDesk::resume);
    }

    private CompletableFuture<Void> atDesk(Function<PauseDesk, CompletableFuture<Void>> action) {
        Gate gate;
        try {
            gate = this.registry.gate(this.id);
        } catch (TooManyKeysException ex) {
            return CompletableFuture.failedFuture(ex);
        }
        return action.apply(gate.pauseDesk());
    }

    /** Says how a request went for which this limiter had no permit. Where there is no room for its key, nobody. */
    void tell(Consumer<PauseDesk> news) {
        try {
            news.accept(this.registry.gate(this.id).pauseDesk());
        } catch (TooManyKeysException ex) {
            // that it would have been denied has been told already
        }
    }

    /** In the store's time. */
    long now() {
        return this.registry.now();
    }

    /** What is there at once, where the key has a gate and that stands open; else {@code null}. */
    private @Nullable Permit takeAtOnce(int permits) {
        Gate last = this.lastGate;
        Permit permit = (last != null) ? last.takeAtOnce(permits) : null;
        if (permit != null) {
            return permit;
        }
        Gate gate = this.registry.knownGate(this.id);
        this.lastGate = gate;
        return (gate != null && gate != last) ? gate.takeAtOnce(permits) : null;
    }

    private Waiter enter(PermitRequest request, boolean parked) {
        try {
            while (true) {
                Waiter waiter = this.registry.gate(this.id).enter(request, parked);
                if (waiter != null) {
                    return waiter;
                }
            }
        } catch (TooManyKeysException ex) {
            this.registry.denied(this.id.contour(), ex);
            throw ex;
        }
    }

    /** A permit that came at the same moment is not lost. */
    private static void abandon(Waiter waiter) {
        if (!waiter.cancel(false) && !waiter.isCompletedExceptionally()) {
            ((GatePermit) waiter.join()).abandoned();
        }
    }

    private static RuntimeException denialIn(ExecutionException ex) {
        return (ex.getCause() instanceof RateLimitException denial) ? denial : new IllegalStateException(ex);
    }
}
