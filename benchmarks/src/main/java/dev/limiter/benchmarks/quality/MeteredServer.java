package dev.limiter.benchmarks.quality;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.limiter.benchmarks.quality.Arrival.Verdict;
import dev.limiter.spring.test.QuotaModel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Somebody else's API over HTTP on the loopback: counts as a {@link Cell} says, answers 429 to what is too much, and keeps what
 * arrived. One thread reads the clock, counts and answers: nothing is handed over in between, so nothing is late by that.
 */
final class MeteredServer implements AutoCloseable {

    private static final long SECOND_MICROS = 1_000_000;

    private final HttpServer server;

    /** Null as long as it counts nothing. */
    private @Nullable QuotaModel model;

    private List<Arrival> arrivals = new ArrayList<>();

    private long zeroNanos;

    private long pausedUntil;

    private boolean pauseDue;

    private MeteredServer() throws IOException {
        this.server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        this.server.createContext("/", this::handle);
    }

    static MeteredServer start() throws IOException {
        // connections stay open between the runs, and no answer waits for an acknowledgement
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.setProperty("sun.net.httpserver.idleInterval", "3600");
        System.setProperty("sun.net.httpserver.maxIdleConnections", "1000");
        MeteredServer started = new MeteredServer();
        started.server.start();
        return started;
    }

    String url() {
        return "http://127.0.0.1:" + this.server.getAddress().getPort() + "/";
    }

    /** Begins to count, as if it had run for so long. */
    synchronized void meter(Cell cell, long microsOld) {
        this.model = cell.server.newModel();
        this.arrivals = new ArrayList<>();
        this.zeroNanos = System.nanoTime() - TimeUnit.MICROSECONDS.toNanos(microsOld);
        this.pausedUntil = 0;
        this.pauseDue = false;
    }

    /** Its time, from which windows are counted. */
    synchronized long micros() {
        return (System.nanoTime() - this.zeroNanos) / 1_000;
    }

    /** The next request is refused, and so is whatever comes within a second after it. */
    synchronized void pause() {
        this.pauseDue = true;
    }

    /** Counts no more; what arrived. */
    synchronized List<Arrival> stop() {
        this.model = null;
        return this.arrivals;
    }

    private void handle(HttpExchange exchange) throws IOException {
        long nanos = System.nanoTime();
        try (exchange) {
            long wait = waitOf(nanos, exchange.getRequestURI().getQuery());
            if (wait > 0) {
                long seconds = (wait + SECOND_MICROS - 1) / SECOND_MICROS;
                exchange.getResponseHeaders().set("Retry-After", Long.toString(seconds));
            }
            exchange.sendResponseHeaders((wait > 0) ? 429 : 200, -1);
        }
    }

    /** Counts it; how many microseconds it comes too early. */
    private synchronized long waitOf(long nanos, String sentNanos) {
        if (this.model == null) {
            return 0;
        }
        long now = (nanos - this.zeroNanos) / 1_000;
        if (this.pauseDue) {
            this.pauseDue = false;
            this.pausedUntil = now + SECOND_MICROS;
        }
        Verdict verdict =
                (now < this.pausedUntil) ? Verdict.PAUSED : this.model.admit(now) ? Verdict.ADMITTED : Verdict.REFUSED;
        this.arrivals.add(new Arrival(now, (nanos - Long.parseLong(sentNanos)) / 1_000, verdict));
        return switch (verdict) {
            case ADMITTED -> 0;
            case REFUSED -> this.model.retryAfterMicros(now);
            case PAUSED -> this.pausedUntil - now;
        };
    }

    @Override
    public void close() {
        this.server.stop(0);
    }
}
