package dev.limiter.sample.worker;

import dev.limiter.Refusal;
import dev.limiter.http.ResponseClassifier;
import dev.limiter.http.Verdict;
import dev.limiter.sample.deposit.RepositoryClient;
import java.net.URI;
import java.util.Optional;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.client.WebClient;

/** One worker's application. The parent puts beans in place: its name, a destination, a send log and, maybe, what it shares with others in this process. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({OwnConnections.class, RepositoryClient.class, DepositBatch.class, Settler.class})
class WorkerApplication {

    /** Starts a worker that does nothing: this is what the build processes ahead of time, for all of them. */
    public static void main(String[] args) {
        Worker.start("worker-1", Terms.of(Destination.of(URI.create("http://127.0.0.1")), "none"), null)
                .close();
    }

    @Bean
    ClientHttpConnectorBuilderCustomizer<ReactorClientHttpConnectorBuilder> watchedConnections(SendLog log) {
        return builder -> builder.withHttpClientCustomizer(log::watch);
    }

    @Bean
    WebClient repository(WebClient.Builder builder, Destination destination, WorkerName worker) {
        return builder.baseUrl(destination.baseUrl().toString())
                .defaultHeader("X-Worker", worker.value())
                .defaultHeaders(headers -> authorize(headers, destination.credential()))
                .build();
    }

    private static void authorize(HttpHeaders headers, Credential credential) {
        if (!credential.header().isEmpty()) {
            headers.set(HttpHeaders.AUTHORIZATION, credential.header());
        }
    }

    /**
     * The small case shows what separate buckets earn, so a refusal is counted and stops nothing else. Decided here, since
     * the beans of all profiles are the same when they are processed ahead of time.
     */
    @Bean
    ResponseClassifier classifier(Environment environment) {
        if (!environment.matchesProfiles("small-case")) {
            return ResponseClassifier.standard();
        }
        return ResponseClassifier.rules()
                .on(429, answer -> Optional.of(Verdict.throttled().withScope(Refusal.Scope.CALL)))
                .build();
    }
}
