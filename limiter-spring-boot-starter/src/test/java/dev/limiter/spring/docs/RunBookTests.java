package dev.limiter.spring.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.LimiterRegistry;
import dev.limiter.RateLimited;
import dev.limiter.StoreMode;
import dev.limiter.gate.GateRegistry;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.client.WebClient;

/** The lines of the log that the run-book names, as an application in trouble says them. */
@ExtendWith(OutputCaptureExtension.class)
class RunBookTests {

    private static final Pattern LINE = Pattern.compile("`([^`]*…[^`]*)`");

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    static class Client {

        @RateLimited(contour = "api")
        String silent() {
            return "nothing sent";
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Clients {

        @Bean
        Client client() {
            return new Client();
        }
    }

    /** What differs is written as …; the log has no placeholder where the run-book has a word. */
    private static List<Pattern> lines() {
        return LINE.matcher(Document.text(Document.REPOSITORY.resolve("docs/run-book.md")))
                .results()
                .map(line -> Arrays.stream(line.group(1).split("…", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".+")))
                .distinct()
                .map(Pattern::compile)
                .toList();
    }

    private static void call(LimitedApplication application, Upstream api) {
        WebClient client = application.client(api);
        client.get().retrieve().toBodilessEntity().onErrorComplete().block(PATIENCE);
    }

    @Test
    void each_line_that_it_names_is_said_in_the_trouble_that_it_names_it_for(CapturedOutput output) {
        int port = RedisServer.freePort();
        try (Upstream api = Upstream.answering(Answer.ok());
                LimitedApplication application = LimitedApplication.start(
                        LimitedApplication.all(
                                LimitedApplication.contour(
                                        "api", api, "pause.max=200ms", "max-keys=4", "retry.budget=0%"),
                                List.of(
                                        "limiter.store=redis",
                                        "limiter.redis.timeout=1s",
                                        "spring.data.redis.port=" + port,
                                        "logging.level.dev.limiter=info")),
                        Clients.class)) {
            call(application, api);
            application.bean(Client.class).silent();
            try (RedisServer redis = RedisServer.startOn(Version.V7_0, port)) {
                GateRegistry registry = application.bean(GateRegistry.class);
                Await.until("back", () -> registry.storeMode("api") == StoreMode.NORMAL);
                api.answer(Answer.tooMany("1"), Answer.ok());
                call(application, api);
                api.answer(Answer.status(503));
                call(application, api);
                LimiterRegistry keys = registry;
                List.of("one", "two", "three")
                        .forEach(key -> keys.limiter("api", key).tryAcquire(1));
                assertThat(redis.ask("PING")).isEqualTo("PONG");
                assertThat(lines()).hasSizeGreaterThan(5);
                // some are said on threads of their own
                Awaitility.await()
                        .atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(lines())
                                .allSatisfy(line -> assertThat(output.getAll()).containsPattern(line)));
            }
        }
    }
}
