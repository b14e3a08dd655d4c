package dev.limiter.spring.testing;

import static org.awaitility.Awaitility.await;

import dev.limiter.spring.call.LimiterAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.function.client.WebClient;

/** A Spring Boot application with everything that the starter configures, and a listener that remembers. */
public final class LimitedApplication implements AutoCloseable {

    private static final Duration QUIET = Duration.ofMillis(10);

    private final ConfigurableApplicationContext context;

    private LimitedApplication(ConfigurableApplicationContext context) {
        this.context = context;
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Main {

        @Bean
        Told told() {
            return new Told();
        }
    }

    /** Starts it. */
    public static LimitedApplication start(List<String> properties, Class<?>... configurations) {
        List<Class<?>> sources = new ArrayList<>(List.of(Main.class));
        sources.addAll(Arrays.asList(configurations));
        List<String> all = new ArrayList<>(List.of(
                "limiter.store=memory",
                "spring.main.banner-mode=off",
                "logging.level.root=warn",
                "logging.level.reactor.netty=off",
                "spring.main.register-shutdown-hook=false"));
        all.addAll(properties);
        return new LimitedApplication(new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
                .web(WebApplicationType.NONE)
                .properties(all.stream()
                        .map(line -> line.split("=", 2))
                        .collect(
                                Collectors.toMap(parts -> parts[0], parts -> (Object) parts[1], (first, last) -> last)))
                .run());
    }

    /**
     * Properties of a contour that is wide open and quick to recover, for the hosts of a server.
     *
     * @param settings such as {@code retry.max-attempts=3}, which go before the defaults
     */
    public static List<String> contour(String name, Upstream upstream, String... settings) {
        List<String> properties = new ArrayList<>();
        for (String setting : List.of(
                "hosts=" + upstream.host(),
                "limits[0].rate=1000/s",
                "limits[0].capacity=5000",
                // a permit stays usable while a busy machine connects; it costs nothing at this capacity
                "arrival-jitter=4s",
                "pause.fallback=100ms",
                "pause.jitter=0ms",
                "retry.backoff=10ms",
                "retry.max-backoff=50ms",
                "retry.budget=100%")) {
            properties.add("limiter.contours." + name + "." + setting);
        }
        for (String setting : settings) {
            properties.add("limiter.contours." + name + "." + setting);
        }
        return properties;
    }

    public static List<String> all(List<String> one, List<String> other) {
        List<String> all = new ArrayList<>(one);
        all.addAll(other);
        return all;
    }

    public <T> T bean(Class<T> type) {
        return this.context.getBean(type);
    }

    public <T> T bean(String name, Class<T> type) {
        return this.context.getBean(name, type);
    }

    public WebClient.Builder builder() {
        return bean(WebClient.Builder.class);
    }

    /** A client of the application's own builder. */
    public WebClient client(Upstream upstream) {
        return builder().baseUrl(upstream.url()).build();
    }

    /** A client whose calls go to one key of a contour: what other tests did to the contour does not matter. */
    public WebClient client(Upstream upstream, String contour, String key) {
        return client(upstream)
                .mutate()
                .defaultRequest(request ->
                        request.attribute(LimiterAttributes.CONTOUR, contour).attribute(LimiterAttributes.KEY, key))
                .build();
    }

    public Told told() {
        return bean(Told.class);
    }

    /** How many permits of a contour were taken. Listeners are told right after the caller goes on: this waits for quiet. */
    public long permits(String contour) {
        AtomicLong known = new AtomicLong(-1);
        await().pollDelay(Duration.ZERO).pollInterval(QUIET).until(() -> {
            long now = told().granted.stream().filter(contour::equals).count();
            return known.getAndSet(now) == now;
        });
        return known.get();
    }

    @Override
    public void close() {
        this.context.close();
    }
}
