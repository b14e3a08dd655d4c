package dev.limiter.sample;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;

/** Stands for somebody else's API: answers the n-th request with a status, and keeps what it was sent. */
final class RealApi implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final AtomicInteger count = new AtomicInteger();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();

    RealApi(IntUnaryOperator statusOfNth) throws IOException {
        this.server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        this.server.setExecutor(this.threads);
        this.server.createContext(
                "/", exchange -> answer(exchange, statusOfNth.applyAsInt(this.count.incrementAndGet())));
        this.server.start();
    }

    private void answer(HttpExchange exchange, int status) throws IOException {
        try (exchange) {
            this.authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "application/vnd.api+json");
            if (status == 429) {
                exchange.getResponseHeaders().set("Retry-After", "1");
            }
            byte[] body = "{\"data\":{\"id\":\"10.5072/x\"}}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    String url() {
        return "http://127.0.0.1:" + this.server.getAddress().getPort();
    }

    int requests() {
        return this.count.get();
    }

    List<String> authorizations() {
        return this.authorizations;
    }

    @Override
    public void close() {
        this.server.stop(0);
        this.threads.shutdownNow();
    }
}
