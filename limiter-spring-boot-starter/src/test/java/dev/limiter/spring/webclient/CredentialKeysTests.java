package dev.limiter.spring.webclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.LimiterRegistry;
import dev.limiter.PermitPer;
import dev.limiter.PermitTimeoutException;
import dev.limiter.RateLimitException;
import dev.limiter.RateLimited;
import dev.limiter.StoreMode;
import dev.limiter.StoreUnavailableException;
import dev.limiter.TooManyKeysException;
import dev.limiter.gate.GateRegistry;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.RedisMonitor;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import dev.limiter.spring.actuate.FixedWords;
import dev.limiter.spring.actuate.LimiterEndpoint;
import dev.limiter.spring.autoconfigure.LimiterProperties;
import dev.limiter.spring.call.LimiterAttributes;
import dev.limiter.spring.call.Traffic;
import dev.limiter.spring.event.LimiterEvent;
import dev.limiter.spring.metrics.LimiterMeters;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.publisher.Mono;

/** One bucket for each credential, in a real Redis, and no credential in anything that somebody may read. */
@ExtendWith(OutputCaptureExtension.class)
class CredentialKeysTests {

    private static final String SECRET = "xyzzy-the same in all replicas";

    private static final Credential HEADER = new Credential("Bearer shpat_5f3e9a0c");

    private static final Credential QUERY = new Credential("AIzaSy0123456789");

    private static final Credential LOGIN = new Credential("depositor:hunter2hunter2");

    private static final Credential ATTRIBUTE = new Credential("ghp_16C7e42F292c");

    private static final List<Credential> ALL = List.of(
            HEADER, QUERY, LOGIN, ATTRIBUTE, new Credential("shpat_5f3e9a0c"), new Credential("hunter2hunter2"));

    private final StringWriter thrown = new StringWriter();

    static class ShopClient {

        private final WebClient client;

        ShopClient(WebClient.Builder builder) {
            this.client = builder.build();
        }

        @RateLimited(contour = "shop", key = "#headers['Authorization']")
        public Mono<String> withHeader(String url, Map<String, String> headers) {
            return this.client
                    .get()
                    .uri(url)
                    .headers(all -> all.setAll(headers))
                    .retrieve()
                    .bodyToMono(String.class);
        }

        @RateLimited(contour = "shop", key = "#apiKey", permit = PermitPer.METHOD)
        public Mono<String> withQuery(String url, String apiKey) {
            return this.client
                    .get()
                    .uri(url + "?api_key={key}", apiKey)
                    .retrieve()
                    .bodyToMono(String.class);
        }

        @RateLimited(contour = "shop", key = "#login")
        public Mono<String> withUserInfo(String url, String login) {
            return this.client
                    .get()
                    .uri(url.replace("://", "://" + login + "@"))
                    .retrieve()
                    .bodyToMono(String.class);
        }

        Mono<String> withAttribute(String url, String token) {
            return this.client
                    .get()
                    .uri(url + "?token={token}", token)
                    .attribute(LimiterAttributes.CONTOUR, "shop")
                    .attribute(LimiterAttributes.KEY, token)
                    .retrieve()
                    .bodyToMono(String.class);
        }
    }

    /** The events of the application. */
    record Heard(Queue<LimiterEvent> events) {

        @EventListener
        void on(LimiterEvent event) {
            this.events.add(event);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Clients {
        @Bean
        ShopClient shopClient(WebClient.Builder builder) {
            return new ShopClient(builder);
        }

        @Bean
        Heard heard() {
            return new Heard(new ConcurrentLinkedQueue<>());
        }
    }

    private static LimitedApplication start(Upstream api, RedisServer redis) {
        List<String> properties = new ArrayList<>(LimitedApplication.contour(
                "shop", api, "hosts=", "secret-keys=true", "max-keys=4", "max-wait=5s", "retry.max-attempts=2"));
        properties.addAll(List.of(
                "limiter.store=redis",
                "limiter.key-secret=" + SECRET,
                "limiter.redis.timeout=1s",
                "spring.data.redis.port=" + redis.port(),
                "logging.level.dev.limiter=trace"));
        return LimitedApplication.start(properties, Clients.class);
    }

    /** One call with each credential. */
    private static List<Mono<String>> calls(LimitedApplication app, String url) {
        ShopClient shop = app.bean(ShopClient.class);
        return List.of(
                shop.withHeader(url, Map.of("Authorization", HEADER.text())),
                shop.withQuery(url, QUERY.text()),
                shop.withUserInfo(url, LOGIN.text()),
                shop.withAttribute(url, ATTRIBUTE.text()));
    }

    private Throwable failure(Mono<String> call) {
        Throwable failure = call.map(answer -> (Throwable) new AssertionError(answer))
                .onErrorResume(Mono::just)
                .blockOptional(Duration.ofSeconds(20))
                .orElseThrow();
        if (failure instanceof RateLimitException) {
            failure.printStackTrace(new PrintWriter(this.thrown, true));
        }
        return failure;
    }

    private static String dump(RedisServer redis) {
        StringBuilder dump = new StringBuilder();
        for (String key : redis.ask("KEYS", "*").split("\n")) {
            dump.append(key).append(' ').append(redis.ask("DUMP", key)).append('\n');
        }
        return dump.toString();
    }

    /** What the actuator shows. */
    private static String seen(LimitedApplication app) {
        LimiterEndpoint endpoint =
                new LimiterEndpoint(app.bean(GateRegistry.class), app.bean(Traffic.class), new FixedWords());
        Object keys = Objects.requireNonNull(
                endpoint.part("shop", "keys", null, null, null, null).getBody());
        assertThat(keys.toString()).contains("KeyDescriptor");
        return endpoint.contours() + keys.toString();
    }

    private static String meters(LimitedApplication app) {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        new LimiterMeters(app.bean(GateRegistry.class), app.bean(Traffic.class)).bindTo(meters);
        return meters.getMetersAsString();
    }

    @Test
    void p110_a_credential_and_its_digests_appear_in_no_key_command_log_line_exception_or_meter(CapturedOutput output)
            throws Exception {
        try (Upstream api = Upstream.answering(Answer.ok());
                RedisServer redis = RedisServer.start(Version.V7_0);
                RedisMonitor monitor = RedisMonitor.of(redis);
                LimitedApplication app = start(api, redis)) {
            api.answer(Answer.status(503), Answer.ok());
            for (Mono<String> call : calls(app, api.url())) {
                assertThat(call.block(Duration.ofSeconds(20))).isEqualTo("said 200");
            }
            Mono<String> fifth = app.bean(ShopClient.class).withAttribute(api.url(), HEADER.text() + "?");
            assertThat(failure(fifth)).isInstanceOf(TooManyKeysException.class);
            api.answer(Answer.tooMany("3600"));
            for (Mono<String> call : calls(app, api.url())) {
                assertThat(failure(call)).isInstanceOf(WebClientResponseException.TooManyRequests.class);
            }
            for (Mono<String> call : calls(app, api.url())) {
                assertThat(failure(call)).isInstanceOf(PermitTimeoutException.class);
            }
            app.bean(LimiterRegistry.class)
                    .limiter("shop", QUERY.text())
                    .pause(Duration.ofHours(2), "by hand")
                    .get(5, TimeUnit.SECONDS);
            assertThat(api.arrivals()).extracting(Upstream.Arrival::path).contains("/?api_key=" + QUERY.text());

            String commands = String.join("\n", monitor.lines());
            String kept = dump(redis);
            assertThat(redis.ask("KEYS", "*bucket*").split("\n"))
                    .hasSize(4)
                    .allMatch(key -> key.matches("limiter:\\{shop}:bucket:[A-Za-z0-9_-]{24}"));
            assertThat(commands).containsPattern("limiter:\\{shop}:bucket:[A-Za-z0-9_-]{24}");
            for (Credential credential : List.of(HEADER, QUERY, LOGIN, ATTRIBUTE)) {
                app.bean(LimiterRegistry.class)
                        .limiter("shop", credential.text())
                        .resume()
                        .get(5, TimeUnit.SECONDS);
            }
            redis.kill();
            Await.until("away", () -> app.bean(GateRegistry.class).storeMode("shop") == StoreMode.REJECT);
            for (Mono<String> call : calls(app, api.url())) {
                assertThat(failure(call)).isInstanceOf(StoreUnavailableException.class);
            }

            Queue<LimiterEvent> events = app.bean(Heard.class).events();
            Await.until("the news", () -> events.stream().anyMatch(LimiterEvent.StoreModeChanged.class::isInstance));
            assertThat(events).hasAtLeastOneElementOfType(LimiterEvent.PauseBegan.class);
            String heard = events.toString();

            assertThat(output)
                    .contains("Contour 'shop'")
                    .contains("429 at")
                    .contains("max-keys")
                    .contains("asks contour 'shop'");
            assertThat(this.thrown.toString())
                    .contains("StoreUnavailableException")
                    .contains("PermitTimeoutException");
            assertHidden(commands, kept, output.getAll(), this.thrown.toString(), meters(app));
            assertHidden(app.bean(LimiterProperties.class).toString(), seen(app), heard);
        }
    }

    private static void assertHidden(String... texts) {
        for (String text : texts) {
            assertThat(text).doesNotContain("xyzzy");
            for (Credential credential : ALL) {
                assertThat(text).doesNotContain(credential.forms().toArray(String[]::new));
            }
        }
    }

    @Test
    void p110_without_secret_keys_the_key_is_found_by_the_same_search() {
        try (Upstream api = Upstream.answering(Answer.ok());
                RedisServer redis = RedisServer.start(Version.V7_0);
                RedisMonitor monitor = RedisMonitor.of(redis);
                LimitedApplication app = LimitedApplication.start(
                        LimitedApplication.all(
                                LimitedApplication.contour("shop", api),
                                List.of("limiter.store=redis", "spring.data.redis.port=" + redis.port())),
                        Clients.class)) {
            app.bean(ShopClient.class)
                    .withAttribute(api.url(), ATTRIBUTE.text())
                    .block(Duration.ofSeconds(20));
            assertThat(String.join("\n", monitor.lines())).contains(ATTRIBUTE.text());
            assertThat(dump(redis)).contains(ATTRIBUTE.text());
        }
    }
}
