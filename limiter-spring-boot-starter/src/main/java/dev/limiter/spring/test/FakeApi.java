package dev.limiter.spring.test;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.limiter.bucket.Ticker;
import dev.limiter.test.Arrivals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Somebody else's API with a quota, over real HTTP on the loopback, until it is closed. It refuses what is above its quota, or
 * comes during a pause that it has demanded, says when to come back, and keeps what arrived. Any method and path is counted
 * and answered. Safe for use by many threads.
 *
 * <p>It counts in the time of the clock that it is given: with a {@link dev.limiter.test.VirtualClock} an hour's pause takes
 * as long as the test wants. Dates in its answers are real ones, and up to two seconds later than they need be.
 */
public final class FakeApi implements AutoCloseable {

    private final Ticker clock;

    private final long start;

    private final ServerQuota quota;

    private final HttpServer server;

    private final ExecutorService threads;

    private final Arrivals arrivals;

    private volatile Function<Request, Answer> answers = request -> Answer.status(200);

    private volatile RetryAfterForm retryAfter = RetryAfterForm.DELAY_SECONDS;

    private volatile int refusal = 429;

    /** Guards all that follows. */
    private final Object monitor = new Object();

    private final List<Request> requests = new ArrayList<>();

    private QuotaModel model;

    private long pausedUntil;

    private int refusals;

    /**
     * A request that arrived.
     *
     * @param method such as {@code GET}
     * @param path with the query, if there is one
     * @param headers by their names, without regard to case
     * @param body as text
     * @param refused whether it was above the quota, or came during a pause
     */
    public record Request(
            String method, String path, Map<String, List<String>> headers, String body, boolean refused) {}

    /**
     * An answer to what is not refused.
     *
     * @param headers such as the content type
     */
    public record Answer(int status, Map<String, String> headers, String body) {

        /** An answer without a body. */
        public static Answer status(int status) {
            return new Answer(status, Map.of(), "");
        }

        /** A 200 in plain text. */
        public static Answer text(String body) {
            return new Answer(200, Map.of("Content-Type", "text/plain;charset=UTF-8"), body);
        }

        /** A 200 in JSON. */
        public static Answer json(String body) {
            return new Answer(200, Map.of("Content-Type", "application/json"), body);
        }
    }

    private FakeApi(ServerQuota quota, Ticker clock) {
        this.clock = clock;
        this.start = clock.micros();
        this.quota = quota;
        this.model = quota.newModel();
        this.arrivals = new Arrivals(clock);
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "fake-api");
            thread.setDaemon(true);
            return thread;
        });
        try {
            this.server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        this.server.createContext("/", this::handle);
        this.server.setExecutor(this.threads);
    }

    /** Starts one in real time. It listens when this returns. */
    public static FakeApi start(ServerQuota quota) {
        return start(quota, Ticker.system());
    }

    /** Starts one in the time of that clock. It listens when this returns. */
    public static FakeApi start(ServerQuota quota, Ticker clock) {
        FakeApi api = new FakeApi(quota, clock);
        api.server.start();
        return api;
    }

    /**
     * From now on this is answered to what is not refused. Default: 200, without a body. Runs on a thread of the
     * server.
     */
    public FakeApi answer(Function<Request, Answer> how) {
        this.answers = how;
        return this;
    }

    /** From now on refusals say so when to come back. Default: {@link RetryAfterForm#DELAY_SECONDS}. */
    public FakeApi retryAfter(RetryAfterForm form) {
        this.retryAfter = form;
        return this;
    }

    /** From now on refusals have this status. Default: 429. */
    public FakeApi refuseWith(int status) {
        this.refusal = status;
        return this;
    }

    /**
     * Demands a pause: what comes within this time is refused, and told how much is left. It does not count against the
     * quota.
     */
    public FakeApi pause(Duration length) {
        synchronized (this.monitor) {
            this.pausedUntil = Math.max(this.pausedUntil, now() + TimeUnit.MICROSECONDS.convert(length));
        }
        return this;
    }

    /** Forgets what arrived and what it has demanded, and counts from nothing. How it answers stays. */
    public void reset() {
        synchronized (this.monitor) {
            this.model = this.quota.newModel();
            this.pausedUntil = 0;
            this.refusals = 0;
            this.requests.clear();
            this.arrivals.clear();
        }
    }

    /** Its address without a slash at the end, such as {@code http://127.0.0.1:40123}. */
    public String url() {
        return "http://" + host();
    }

    /** Host and port, as a contour's {@code hosts} name them. */
    public String host() {
        return "127.0.0.1:" + this.server.getAddress().getPort();
    }

    /** When requests arrived, refused ones too. Instants are told as the time since this was started. */
    public Arrivals arrivals() {
        return this.arrivals;
    }

    /** What arrived, refused or not, as far as it has arrived as a whole. */
    public List<Request> requests() {
        synchronized (this.monitor) {
            return List.copyOf(this.requests);
        }
    }

    /** How many requests were refused. */
    public int refusals() {
        synchronized (this.monitor) {
            return this.refusals;
        }
    }

    /** Stops listening and drops the connections; what arrived stays readable. */
    @Override
    public void close() {
        this.server.stop(0);
        this.threads.shutdownNow();
    }

    private long now() {
        return this.clock.micros() - this.start;
    }

    /** Judges the request as it comes, before its body has. */
    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            long wait = waitOf();
            Request request = read(exchange, wait > 0);
            synchronized (this.monitor) {
                this.requests.add(request);
            }
            send(exchange, (wait > 0) ? refusal(wait) : answer(request));
        }
    }

    /** Charges a request; how many microseconds it comes too early. */
    private long waitOf() {
        synchronized (this.monitor) {
            this.arrivals.record();
            long now = now();
            if (now >= this.pausedUntil && this.model.admit(now)) {
                return 0;
            }
            this.refusals++;
            return Math.max(this.pausedUntil - now, this.model.retryAfterMicros(now));
        }
    }

    private Answer refusal(long wait) {
        // The JDK's server writes the Date itself, a moment later and without the fraction of its second.
        Instant now = Instant.now().plusSeconds(1);
        return new Answer(this.refusal, this.retryAfter.headers(wait, now), "");
    }

    private Answer answer(Request request) {
        try {
            return this.answers.apply(request);
        } catch (RuntimeException | AssertionError ex) {
            return new Answer(500, Map.of(), "the answer of the test failed: " + ex);
        }
    }

    private static Request read(HttpExchange exchange, boolean refused) throws IOException {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, List.copyOf(values)));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        return new Request(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                Collections.unmodifiableMap(headers),
                body,
                refused);
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        boolean bare = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(answer.status(), bare ? -1 : body.length);
        if (!bare) {
            exchange.getResponseBody().write(body);
        }
    }
}
