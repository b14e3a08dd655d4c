package dev.limiter.benchmarks.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;

/**
 * The most that can be had from one key: whoever comes while a call is in flight goes out in the next one, with no
 * rule.
 */
final class Coalescer {

    private final IntFunction<CompletionStage<?>> call;

    private final Object lock = new Object();

    private List<CompletableFuture<Boolean>> waiting = new ArrayList<>();

    private boolean inFlight;

    /** Makes one on calls that take so many permits. */
    Coalescer(IntFunction<CompletionStage<?>> call) {
        this.call = call;
    }

    CompletableFuture<Boolean> take() {
        CompletableFuture<Boolean> own = new CompletableFuture<>();
        synchronized (this.lock) {
            this.waiting.add(own);
            if (this.inFlight) {
                return own;
            }
            this.inFlight = true;
        }
        send();
        return own;
    }

    private void send() {
        List<CompletableFuture<Boolean>> sent;
        synchronized (this.lock) {
            sent = this.waiting;
            this.inFlight = !sent.isEmpty();
            this.waiting = new ArrayList<>(sent.size());
        }
        if (!sent.isEmpty()) {
            this.call.apply(sent.size()).whenComplete((answer, failure) -> {
                for (CompletableFuture<Boolean> each : sent) {
                    if (failure == null) {
                        each.complete(true);
                    } else {
                        each.completeExceptionally(failure);
                    }
                }
                send();
            });
        }
    }
}
