package dev.limiter.benchmarks.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Callers that each take the next permit as soon as they have one. A single one is a thread that waits; many are not, and
 * run on the application's threads, as whatever is done with a permit must.
 */
final class Callers {

    private final Peer peer;

    private final Load load;

    private final Executor application;

    private final Latencies latencies = new Latencies();

    private final LongAdder all = new LongAdder();

    private final LongAdder measured = new LongAdder();

    private final LongAdder failed = new LongAdder();

    private final long from;

    private final long until;

    private final CountDownLatch running;

    Callers(Peer peer, Load load, Executor application) {
        this.application = application;
        this.peer = peer;
        this.load = load;
        this.from = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(load.warmMillis());
        this.until = this.from + TimeUnit.MILLISECONDS.toNanos(load.millis());
        this.running = new CountDownLatch(load.callers());
    }

    Tally run() throws InterruptedException {
        if (this.load.callers() == 1) {
            takeAndWait();
        } else {
            List<Caller> callers = new ArrayList<>();
            for (int i = 0; i < this.load.callers(); i++) {
                callers.add(new Caller());
                callers.get(i).next();
            }
            if (this.peer.forgetsWhoGivesUp()) {
                TimeUnit.NANOSECONDS.sleep(this.until - System.nanoTime());
                callers.forEach(Caller::giveUp);
            }
            if (!this.running.await(this.load.warmMillis() + this.load.millis() + 20_000, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException(this.running.getCount() + " callers were never answered");
            }
        }
        return new Tally(
                this.all.sum(),
                this.measured.sum() * 1e9 / (this.until - this.from),
                this.failed.sum(),
                this.latencies.toString());
    }

    private void takeAndWait() throws InterruptedException {
        for (long begun = System.nanoTime(); begun < this.until; begun = System.nanoTime()) {
            try {
                Object taken = this.peer.takeAndWait(key());
                taken(begun, taken, null);
            } catch (ExecutionException | RuntimeException ex) {
                taken(begun, null, ex);
            }
        }
    }

    private int key() {
        return (this.load.keys() == 1) ? 0 : ThreadLocalRandom.current().nextInt(this.load.keys());
    }

    private void taken(long begun, @Nullable Object taken, @Nullable Throwable ex) {
        long now = System.nanoTime();
        if (ex != null) {
            // Whoever was given up at the end has not failed.
            if (!(ex instanceof CancellationException)) {
                this.failed.increment();
            }
            return;
        }
        this.peer.used(taken);
        this.all.increment();
        if (now >= this.from && now < this.until) {
            this.measured.increment();
            this.latencies.add(now - begun);
        }
    }

    private final class Caller implements BiConsumer<@Nullable Object, @Nullable Throwable> {

        private volatile long begun;

        private volatile @Nullable CompletableFuture<?> permit;

        /** Whoever is still waiting at the end would wait for long. */
        void giveUp() {
            CompletableFuture<?> last = this.permit;
            if (last != null) {
                last.cancel(false);
            }
        }

        void next() {
            while (System.nanoTime() < Callers.this.until) {
                this.begun = System.nanoTime();
                CompletableFuture<?> taking = Callers.this.peer.take(key());
                this.permit = taking;
                if (taking.isDone()) {
                    CompletableFuture<?> unused = taking.whenComplete((taken, ex) -> taken(this.begun, taken, ex));
                } else if (Callers.this.peer.completesOnApplicationThreads()) {
                    CompletableFuture<?> unused = taking.whenComplete(this);
                    return;
                } else {
                    CompletableFuture<?> unused = taking.whenCompleteAsync(this, Callers.this.application);
                    return;
                }
            }
            Callers.this.running.countDown();
        }

        @Override
        public void accept(@Nullable Object taken, @Nullable Throwable ex) {
            taken(this.begun, taken, ex);
            next();
        }
    }

    /**
     * What came of it in one process.
     *
     * @param all permits, those before what is measured included
     * @param perSecond while it was measured
     */
    record Tally(long all, double perSecond, long failed, String latencies) {

        String toLine() {
            return this.all + " " + this.perSecond + " " + this.failed + " " + this.latencies;
        }

        static Tally read(String line) {
            String[] parts = line.split(" ", 4);
            return new Tally(
                    Long.parseLong(parts[0]), Double.parseDouble(parts[1]), Long.parseLong(parts[2]), parts[3]);
        }
    }
}
