package dev.limiter.gate;

import dev.limiter.Permit;
import dev.limiter.Refusal;
import dev.limiter.WaitReason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** A permit that was waited for by nobody. What becomes of the request is told to the measured limiter all the same. */
final class ObservedPermit implements Permit {

    private final GateLimiter measured;

    private final CompletableFuture<Permit> inQueue;

    private final long grantedAt;

    private final AtomicBoolean closed = new AtomicBoolean();

    private final AtomicBoolean reported = new AtomicBoolean();

    /** @param inQueue the permit of the one who waits in the caller's place */
    ObservedPermit(GateLimiter measured, CompletableFuture<Permit> inQueue) {
        this.measured = measured;
        this.inQueue = inQueue;
        this.grantedAt = measured.now();
    }

    @Override
    public String contour() {
        return this.measured.contour();
    }

    @Override
    public Duration waited() {
        return Duration.ZERO;
    }

    @Override
    public WaitReason waitedFor() {
        return WaitReason.STORE;
    }

    @Override
    public boolean isVoid() {
        return false;
    }

    @Override
    public void succeeded() {
        if (this.reported.compareAndSet(false, true)) {
            this.measured.tell(desk -> desk.succeeded(this.grantedAt));
        }
    }

    @Override
    public void refused(Refusal refusal) {
        if (this.reported.compareAndSet(false, true)) {
            this.measured.tell(desk -> desk.refused(this.grantedAt, refusal));
        }
    }

    @Override
    public void giveBack() {
        if (this.closed.compareAndSet(false, true) && !this.inQueue.cancel(false)) {
            CompletionStage<Permit> granted = this.inQueue;
            granted.thenAccept(Permit::giveBack);
        }
    }

    /** The place is free when the answer has been read, or, where the one in the queue comes later than that, at once. */
    @Override
    public void close() {
        if (this.closed.compareAndSet(false, true)) {
            CompletionStage<Permit> granted = this.inQueue;
            granted.thenAccept(Permit::close);
        }
    }

    @Override
    public String toString() {
        return "Permit[contour=" + contour() + ", observed]";
    }
}
