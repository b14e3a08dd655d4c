package dev.limiter.spring.call;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A limiter whose waits are seen. What goes wrong with seeing them is logged, and is not the caller's. */
public final class WatchedLimiter implements Limiter {

    private static final Logger logger = LoggerFactory.getLogger(WatchedLimiter.class);

    private final Limiter limiter;

    private final WaitWatch.Beginning beginning;

    /** @param beginning asked for each wait */
    public WatchedLimiter(Limiter limiter, WaitWatch.Beginning beginning) {
        this.limiter = limiter;
        this.beginning = beginning;
    }

    @Override
    public String contour() {
        return this.limiter.contour();
    }

    @Override
    public Permit acquire(PermitRequest request) throws InterruptedException {
        return acquire(request, () -> {});
    }

    @Override
    public Permit acquire(PermitRequest request, Runnable beforeWait) throws InterruptedException {
        Guarded wait = new Guarded();
        try {
            Permit permit = this.limiter.acquire(request, () -> {
                wait.begin();
                beforeWait.run();
            });
            wait.end(seen -> seen.granted(permit));
            return permit;
        } catch (InterruptedException | RuntimeException ex) {
            wait.end(seen -> seen.failed(ex));
            throw ex;
        }
    }

    @Override
    public CompletableFuture<Permit> acquireAsync(PermitRequest request) {
        CompletableFuture<Permit> future = this.limiter.acquireAsync(request);
        if (!future.isDone()) {
            Guarded wait = new Guarded();
            wait.begin();
            CompletionStage<Permit> stage = future;
            stage.whenComplete((permit, failure) -> wait.end(seen -> {
                if (failure == null) {
                    seen.granted(permit);
                } else {
                    seen.failed(failure);
                }
            }));
        }
        return future;
    }

    @Override
    public Optional<Permit> tryAcquire(int permits) {
        return this.limiter.tryAcquire(permits);
    }

    @Override
    public CompletableFuture<Void> pause(Duration length, String cause) {
        return this.limiter.pause(length, cause);
    }

    @Override
    public CompletableFuture<Void> resume() {
        return this.limiter.resume();
    }

    private final class Guarded {

        private WaitWatch.@Nullable Wait seen;

        void begin() {
            try {
                this.seen = WatchedLimiter.this.beginning.begin();
            } catch (RuntimeException | Error ex) {
                logger.warn("Contour '{}': a wait could not be observed", contour(), ex);
            }
        }

        void end(Consumer<WaitWatch.Wait> how) {
            WaitWatch.Wait begun = this.seen;
            if (begun == null) {
                return;
            }
            try {
                how.accept(begun);
            } catch (RuntimeException | Error ex) {
                logger.warn("Contour '{}': the end of a wait could not be observed", contour(), ex);
            }
        }
    }
}
