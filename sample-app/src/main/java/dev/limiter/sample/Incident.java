package dev.limiter.sample;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Something that befalls a run in its middle, once. */
final class Incident {

    private final int afterOutcomes;
    private final String sentence;
    private final Runnable happening;
    private @Nullable CompletableFuture<Void> happened;
    private long fromMicros = -1;
    private volatile long toMicros = -1;

    /** When so many records have come to their end, this happens. */
    Incident(int afterOutcomes, String sentence, Runnable happening) {
        this.afterOutcomes = afterOutcomes;
        this.sentence = sentence;
        this.happening = happening;
    }

    /** So many records have come to their end. */
    void at(int outcomes, LongSupplier serverMicros, Progress progress) {
        if (outcomes == this.afterOutcomes) {
            this.fromMicros = serverMicros.getAsLong();
            progress.happened(this.sentence);
            this.happened = CompletableFuture.runAsync(() -> {
                this.happening.run();
                this.toMicros = serverMicros.getAsLong();
            });
        }
    }

    /** Waits for its end, where it has begun. */
    void await() {
        if (this.happened != null) {
            try {
                this.happened.join();
            } catch (CompletionException ex) {
                throw new IllegalStateException("It was to happen: " + this.sentence, ex.getCause());
            }
        }
    }

    String sentence() {
        return this.sentence;
    }

    /** When it began, on the server's clock; -1 where it did not. */
    long fromMicros() {
        return this.fromMicros;
    }

    /** When it was over; -1 where it is not. */
    long toMicros() {
        return this.toMicros;
    }
}
