package dev.limiter.sample.api;

import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/**
 * The API of a repository like DataCite, on 127.0.0.1, for as long as it is not closed. Safe for use by many threads.
 *
 * <ul>
 *   <li>{@code POST /dois} is metered: 201 with the DOI, or 429 with {@code Retry-After}; 422 if the body names no DOI. A
 *       DOI may be deposited again, so that {@link ArrivalLog#repeatedDois()} can tell. No {@code Idempotency-Key} is looked at.
 *   <li>{@code GET /dois/{doi}} says whether it has been deposited, 200 or 404, and {@code GET /heartbeat} says 200.
 *       Neither is counted.
 * </ul>
 *
 * <p>Time is counted in microseconds from the start of this server, on a clock that never steps.
 */
public final class SimulatedApi implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final SimulatedApiSettings settings;
    private final Intake intake;
    private final LongSupplier micros;
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final LoopResources loops;
    private final DisposableServer server;

    private SimulatedApi(SimulatedApiSettings settings, LongSupplier micros, InstantSource wallClock) {
        this.settings = settings;
        this.intake = new Intake(settings);
        this.micros = micros;
        // Threads of its own: a client in the same process must not delay the clock reading of an arrival.
        this.loops = LoopResources.create("simulated-api", 2, true);
        try {
            this.server = HttpServer.create()
                    .host("127.0.0.1")
                    .port(settings.port())
                    .runOn(loops)
                    .doOnChannelInit((observer, channel, remote) -> connections.add(channel))
                    .handle(new Endpoints(intake, settings.retryAfter(), micros, wallClock))
                    .bindNow(PATIENCE);
        } catch (RuntimeException notBound) {
            loops.dispose();
            throw notBound;
        }
    }

    /** Listens when this returns. */
    public static SimulatedApi start(SimulatedApiSettings settings) {
        long startNanos = System.nanoTime();
        return start(settings, () -> (System.nanoTime() - startNanos) / 1_000, InstantSource.system());
    }

    static SimulatedApi start(SimulatedApiSettings settings, LongSupplier micros, InstantSource wallClock) {
        return new SimulatedApi(settings, micros, wallClock);
    }

    public SimulatedApiSettings settings() {
        return settings;
    }

    public int port() {
        return server.port();
    }

    /** Its address without a slash at the end, such as {@code http://127.0.0.1:40123}. */
    public URI baseUrl() {
        return URI.create("http://127.0.0.1:" + port());
    }

    /** The server's time now, in microseconds since its start. */
    public long nowMicros() {
        return micros.getAsLong();
    }

    /** What has arrived so far. A request is in it before it is answered. */
    public ArrivalLog arrivals() {
        return intake.log();
    }

    /** What was logged after the first so many, in the order in which it was; what is forgotten counts with those. */
    public List<Arrival> arrivalsAfter(long count) {
        return intake.loggedAfter(count);
    }

    /** Forgets all arrivals but the latest, so that a server may run for days. */
    public void keepArrivals(int latest) {
        intake.keep(latest);
    }

    /** The pause that was demanded, also when it is over; null as long as it has not been. */
    public @Nullable Pause pause() {
        return intake.pause();
    }

    /** How many requests of the other client were admitted until now. */
    public long otherClientAdmitted() {
        return intake.otherClientAdmitted(nowMicros());
    }

    /** How many requests of the other client were refused until now. */
    public long otherClientRefused() {
        return intake.otherClientRefused(nowMicros());
    }

    /** Stops listening and drops the connections; what was logged stays readable. */
    @Override
    public void close() {
        server.disposeNow(PATIENCE);
        // Connections that are kept alive are not the listener's; a client that reuses one would wait for ever.
        connections.close().awaitUninterruptibly(PATIENCE.toMillis());
        loops.disposeLater(Duration.ZERO, PATIENCE).block(PATIENCE);
    }
}
