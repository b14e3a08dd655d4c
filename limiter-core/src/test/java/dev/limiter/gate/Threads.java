package dev.limiter.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Runs the same thing on several threads that start together. */
final class Threads {

    private static final long PATIENCE_SECONDS = 30;

    private Threads() {}

    @FunctionalInterface
    interface Action {
        void run(int thread) throws Exception;
    }

    /** Returns when all have ended; what one of them throws is thrown. */
    static void run(int many, Action action) throws Exception {
        CyclicBarrier start = new CyclicBarrier(many);
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            ends.add(start(i, start, action));
        }
        for (CompletableFuture<Void> end : ends) {
            end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private static CompletableFuture<Void> start(int number, CyclicBarrier start, Action action) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                start.await();
                action.run(number);
                end.complete(null);
            } catch (Exception | AssertionError ex) {
                end.completeExceptionally(ex);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return end;
    }

    /** Waits for something that another thread is about to do. Gives up after a while; what follows then fails. */
    static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
    }
}
