package dev.limiter.spring.testing;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** A server on the loopback that logs what arrives, and answers from a script whose last line is said again and again. */
public final class Upstream implements AutoCloseable {

    /** One request, when its head had arrived; the body is there once it was read. */
    public record Arrival(long nanos, String method, String path, HttpHeaders headers, StringBuffer body) {

        public long millisSince(Arrival other) {
            return Duration.ofNanos(this.nanos - other.nanos).toMillis();
        }
    }

    @FunctionalInterface
    public interface Answer {
        Publisher<Void> answer(HttpServerRequest request, HttpServerResponse response);

        static Answer status(int status, String... headers) {
            return saying(status, "said " + status, headers);
        }

        static Answer saying(int status, String body, String... headers) {
            return (request, response) ->
                    withHeaders(response.status(status), headers).sendString(Mono.just(body));
        }

        static Answer ok() {
            return status(200);
        }

        static Answer tooMany(String retryAfter) {
            return status(429, "Retry-After", retryAfter);
        }

        /** In chunks, so that the client does not know how much is to come. */
        static Answer chunked(int status, int bytes, String... headers) {
            return (request, response) -> withHeaders(response.status(status), headers)
                    .send(Flux.range(0, bytes / 1024).map(i -> Unpooled.wrappedBuffer(new byte[1024])));
        }

        static Answer endless(int status, String... headers) {
            return (request, response) -> withHeaders(response.status(status), headers)
                    .send(
                            Flux.interval(Duration.ofMillis(1))
                                    .onBackpressureDrop()
                                    .map(i -> Unpooled.wrappedBuffer(new byte[1024])),
                            buffer -> true);
        }

        /** The beginning of a body whose rest never comes. */
        static Answer stalled(int status, String... headers) {
            return (request, response) -> withHeaders(response.status(status), headers)
                    .send(Flux.concat(Mono.just(Unpooled.wrappedBuffer(new byte[1024])), Flux.never()), buffer -> true);
        }

        static Answer never() {
            return (request, response) -> Mono.never();
        }

        static Answer after(Duration wait, Answer then) {
            return (request, response) ->
                    Mono.delay(wait).then(Mono.defer(() -> Mono.from(then.answer(request, response))));
        }

        /** The connection breaks when the request has been read. */
        static Answer cutOff() {
            return (request, response) -> {
                response.withConnection(connection -> connection.dispose());
                return Mono.never();
            };
        }

        private static HttpServerResponse withHeaders(HttpServerResponse response, String... headers) {
            for (int i = 0; i < headers.length; i += 2) {
                response.addHeader(headers[i], headers[i + 1]);
            }
            return response;
        }
    }

    private final DisposableServer server;

    private final List<Arrival> arrivals = new CopyOnWriteArrayList<>();

    private final AtomicInteger connections = new AtomicInteger();

    private volatile Script script;

    private Upstream(Script script) {
        this.script = script;
        this.server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .doOnChannelInit((observer, channel, address) -> this.connections.incrementAndGet())
                .handle(this::handle)
                .bindNow();
    }

    private static final class Script {

        private final List<Answer> answers;

        private final AtomicInteger line = new AtomicInteger();

        Script(List<Answer> answers) {
            this.answers = answers;
        }

        Answer next() {
            return this.answers.get(Math.min(this.line.getAndIncrement(), this.answers.size() - 1));
        }
    }

    public static Upstream answering(Answer... script) {
        return new Upstream(new Script(List.of(script)));
    }

    /** From now on. */
    public void answer(Answer... script) {
        this.script = new Script(List.of(script));
    }

    private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
        Arrival arrival = new Arrival(
                System.nanoTime(),
                request.method().name(),
                request.uri(),
                request.requestHeaders().copy(),
                new StringBuffer());
        this.arrivals.add(arrival);
        Answer answer = this.script.next();
        return request.receive()
                .asString(StandardCharsets.ISO_8859_1)
                .doOnNext(arrival.body()::append)
                .then(Mono.defer(() -> Mono.from(answer.answer(request, response))));
    }

    public List<Arrival> arrivals() {
        return new ArrayList<>(this.arrivals);
    }

    public int count() {
        return this.arrivals.size();
    }

    /** How many connections were made. */
    public int connections() {
        return this.connections.get();
    }

    /** How much later each request came than the one before. */
    public List<Long> gaps() {
        List<Arrival> all = arrivals();
        List<Long> gaps = new ArrayList<>();
        for (int i = 1; i < all.size(); i++) {
            gaps.add(all.get(i).millisSince(all.get(i - 1)));
        }
        return gaps;
    }

    public String host() {
        return "127.0.0.1:" + this.server.port();
    }

    public String url() {
        return "http://" + host();
    }

    @Override
    public void close() {
        this.server.disposeNow(Duration.ofSeconds(1));
    }
}
