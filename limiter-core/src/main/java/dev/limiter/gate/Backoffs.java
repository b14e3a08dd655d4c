package dev.limiter.gate;

import dev.limiter.LimiterClosedException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The waits of calls that will be repeated, on the timer that all gates share. Closing the registry ends them. Safe for use
 * by many threads.
 */
public final class Backoffs {

    private final Wiring wiring;

    private final Set<Backoff> running = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    Backoffs(Wiring wiring) {
        this.wiring = wiring;
    }

    private static final class Backoff extends CompletableFuture<Void> {

        private final String contour;

        Backoff(String contour) {
            this.contour = contour;
        }
    }

    /**
     * Completes when the wait is over, or at once with a {@link LimiterClosedException} when the registry is closed.
     * Cancelling the future frees what it holds.
     */
    public CompletableFuture<Void> begin(String contour, Duration wait) {
        Backoff backoff = new Backoff(contour);
        long end = Instants.plus(this.wiring.now(), wait);
        Timer.Alarm alarm = this.wiring.timer().at(end, () -> this.wiring.tell(List.of(() -> backoff.complete(null))));
        this.running.add(backoff);
        CompletionStage<Void> stage = backoff;
        stage.whenComplete((done, failure) -> {
            alarm.cancel();
            this.running.remove(backoff);
        });
        if (this.closed) {
            end(backoff);
        }
        return backoff;
    }

    /** How many calls of the contour wait for their repeat. Costs a moment for each call of any contour that does. */
    int waiting(String contour) {
        return (int) this.running.stream()
                .filter(backoff -> backoff.contour.equals(contour))
                .count();
    }

    void close() {
        this.closed = true;
        this.running.forEach(this::end);
    }

    private void end(Backoff backoff) {
        this.wiring.tell(List.of(() -> backoff.completeExceptionally(new LimiterClosedException(backoff.contour))));
    }
}
