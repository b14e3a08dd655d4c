package dev.limiter.bucket;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what a store answers: at once in memory, a round trip later elsewhere. */
final class Stages {

    private static final long LONGEST_SECONDS = 10;

    private Stages() {}

    static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException ex) {
            throw new AssertionError("the store failed", ex.getCause());
        } catch (TimeoutException ex) {
            throw new AssertionError("the store did not answer within " + LONGEST_SECONDS + " s", ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for the store", ex);
        }
    }
}
