package dev.limiter.benchmarks.quality;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Threads that each wait for a permit, send a request, wait for its answer, and begin again. */
final class Callers {

    static final int THREADS = 32;

    /** Those who wait when time is up still get their permits: in the worst cell that takes one window and some. */
    private static final long END_SECONDS = 20;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private final Metronome metronome = Metronome.start();

    Tally run(Taker taker, Order order) throws InterruptedException {
        LongAdder sent = new LongAdder();
        LongAdder failed = new LongAdder();
        CountDownLatch ready = new CountDownLatch(THREADS);
        CountDownLatch running = new CountDownLatch(THREADS);
        this.metronome.worstMicros();
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(order.millis());
        for (int i = 0; i < THREADS; i++) {
            new Thread(
                            () -> {
                                awaitAll(ready);
                                while (System.nanoTime() < until) {
                                    (call(taker, order.url()) ? sent : failed).increment();
                                }
                                running.countDown();
                            },
                            "caller-" + i)
                    .start();
        }
        // Once the server counts no more, it does not matter who is late.
        TimeUnit.NANOSECONDS.sleep(until - System.nanoTime());
        long late = this.metronome.worstMicros();
        if (!running.await(END_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(running.getCount() + " callers never ended");
        }
        return new Tally(sent.sum(), failed.sum(), late);
    }

    /** Whoever comes first must not send while others are still being started. */
    private static void awaitAll(CountDownLatch ready) {
        ready.countDown();
        try {
            ready.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean call(Taker taker, String url) {
        try {
            Taker.Taken permit = taker.take();
            HttpResponse<Void> answer = send(url + "?" + System.nanoTime());
            permit.answered(
                    answer.statusCode(),
                    answer.headers()
                            .firstValue("Retry-After")
                            .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                            .orElse(null));
            return true;
        } catch (Exception ex) {
            System.err.println("a call has failed: " + ex);
            return false;
        }
    }

    private HttpResponse<Void> send(String url) throws IOException, InterruptedException {
        return this.client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.discarding());
    }

    /**
     * What came of it in one process.
     *
     * @param failed calls without a permit, or without an answer
     * @param lateMicros by how much the process was late at worst
     */
    record Tally(long sent, long failed, long lateMicros) {

        String toLine() {
            return this.sent + " " + this.failed + " " + this.lateMicros;
        }

        static Tally read(String line) {
            String[] parts = line.split(" ");
            return new Tally(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
        }

        Tally and(Tally other) {
            return new Tally(
                    this.sent + other.sent, this.failed + other.failed, Math.max(this.lateMicros, other.lateMicros));
        }
    }
}
