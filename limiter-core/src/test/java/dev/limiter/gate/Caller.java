package dev.limiter.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.test.VirtualClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Somebody who asked for a permit in virtual time, and what became of it. */
final class Caller {

    private final VirtualClock time;

    private final CompletableFuture<Permit> future;

    private volatile long toldAt = -1;

    Caller(VirtualClock time, Limiter limiter, PermitRequest request) {
        this.time = time;
        this.future = limiter.acquireAsync(request);
        CompletionStage<Permit> told = this.future;
        told.whenComplete((permit, failure) -> this.toldAt = time.passed().toMillis());
    }

    CompletableFuture<Permit> future() {
        return this.future;
    }

    /** Does it when the caller has its permit. */
    void whenServed(Consumer<Permit> action) {
        CompletionStage<Permit> stage = this.future;
        stage.thenAccept(action);
    }

    boolean isWaiting() {
        return !this.future.isDone();
    }

    boolean isServed() {
        return this.future.isDone() && !this.future.isCompletedExceptionally();
    }

    /** When it got its permit, in milliseconds since the start. */
    long servedAt() {
        assertThat(this.future).as("a caller that has its permit").isCompleted();
        return this.toldAt;
    }

    /** When it was told that it gets nothing, in milliseconds since the start. */
    long deniedAt() {
        assertThat(this.future).as("a caller that was denied").isCompletedExceptionally();
        return this.toldAt;
    }

    /** Why it got nothing. */
    <T extends Throwable> T denial(Class<T> type) {
        assertThat(this.future).as("a caller that was denied").isCompletedExceptionally();
        return type.cast(this.future.handle((permit, failure) -> failure).join());
    }

    Permit permit() {
        assertThat(this.future).as("a caller that has its permit").isCompleted();
        return this.future.join();
    }

    void giveUp() {
        assertThat(this.future.cancel(false)).isTrue();
    }

    @Override
    public String toString() {
        return "Caller" + this.future + " at " + this.time.passed();
    }
}
