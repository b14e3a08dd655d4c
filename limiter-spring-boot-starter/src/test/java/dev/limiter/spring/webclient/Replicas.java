package dev.limiter.spring.webclient;

import dev.limiter.redis.server.FaultyProxy;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** Applications that share one Redis, behind a network that can be made bad, and call one server. */
final class Replicas implements AutoCloseable {

    final Upstream api = Upstream.answering(Upstream.Answer.ok());

    final RedisServer redis = RedisServer.start(Version.V7_0);

    final FaultyProxy network = new FaultyProxy(this.redis.port());

    private final List<String> settings;

    private final List<LimitedApplication> applications = new ArrayList<>();

    private Replicas(List<String> settings) {
        this.settings = settings;
    }

    /**
     * Starts them, and lets each make its first request.
     *
     * @param settings of the contour {@code api}, such as {@code limits[0].rate=5/s}
     */
    static Replicas start(int many, String... settings) {
        Replicas replicas = new Replicas(List.of(settings));
        for (int i = 0; i < many; i++) {
            replicas.startAnother();
        }
        return replicas;
    }

    LimitedApplication startAnother(Class<?>... configurations) {
        List<String> properties = new ArrayList<>(List.of(
                "limiter.store=redis",
                "spring.data.redis.port=" + this.network.port(),
                // a busy machine is no outage
                "limiter.redis.timeout=1s",
                "limiter.contours.api.hosts=" + this.api.host(),
                "limiter.contours.api.pause.jitter=0ms"));
        this.settings.forEach(setting -> properties.add("limiter.contours.api." + setting));
        LimitedApplication application = LimitedApplication.start(properties, configurations);
        this.applications.add(application);
        return application;
    }

    /** Each makes a first request, so that a host that is cold delays nobody; then the bucket fills up again. */
    void warmUp(Duration refill) {
        for (int i = 0; i < this.applications.size(); i++) {
            client(i).get().retrieve().toBodilessEntity().block(Duration.ofSeconds(20));
        }
        letPass(refill);
    }

    /** Real time, in which servers and networks do what they do. */
    static void letPass(Duration length) {
        Mono.delay(length).block();
    }

    LimitedApplication application(int index) {
        return this.applications.get(index);
    }

    WebClient client(int index) {
        return application(index).client(this.api);
    }

    int size() {
        return this.applications.size();
    }

    /** What the server has seen since so many were counted. */
    List<Upstream.Arrival> arrivalsAfter(int count) {
        return this.api.arrivals().stream().skip(count).toList();
    }

    @Override
    public void close() {
        this.applications.forEach(LimitedApplication::close);
        this.network.close();
        this.redis.close();
        this.api.close();
    }
}
