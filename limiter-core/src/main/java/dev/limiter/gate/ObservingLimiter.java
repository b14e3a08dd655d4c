package dev.limiter.gate;

import dev.limiter.Limiter;
import dev.limiter.LimiterListener;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.WaitReason;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Measures what a limiter would do, and holds nobody: each caller has its permit at once, while one in its place takes its
 * way through the queue and is charged to the bucket.
 */
final class ObservingLimiter implements Limiter {

    private final GateLimiter measured;

    private final LimiterListener listener;

    /** @param listener never throws */
    ObservingLimiter(GateLimiter measured, LimiterListener listener) {
        this.measured = measured;
        this.listener = listener;
    }

    @Override
    public String contour() {
        return this.measured.contour();
    }

    @Override
    public Permit acquire(PermitRequest request) {
        Permit permit = new ObservedPermit(this.measured, this.measured.acquireAsync(request));
        this.listener.granted(contour(), Duration.ZERO, WaitReason.STORE);
        return permit;
    }

    @Override
    public Permit acquire(PermitRequest request, Runnable beforeWait) {
        return acquire(request);
    }

    @Override
    public CompletableFuture<Permit> acquireAsync(PermitRequest request) {
        return CompletableFuture.completedFuture(acquire(request));
    }

    @Override
    public Optional<Permit> tryAcquire(int permits) {
        return Optional.of(acquire(PermitRequest.of(permits).withMaxWait(Duration.ZERO)));
    }

    @Override
    public CompletableFuture<Void> pause(Duration length, String cause) {
        return this.measured.pause(length, cause);
    }

    @Override
    public CompletableFuture<Void> resume() {
        return this.measured.resume();
    }
}
