package dev.limiter.spring.webclient;

import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Told;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.TestInfo;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.publisher.Mono;

/**
 * A server and an application that calls it. Each test has a contour key of its own, so that the rows of refusals that one
 * leaves behind do not make the pauses of the next one grow.
 */
final class Scene implements AutoCloseable {

    final Upstream api = Upstream.answering(Answer.ok());

    final LimitedApplication app;

    private String key = "";

    private int before;

    private Scene(Function<Upstream, List<String>> properties, Class<?>... configurations) {
        this.app = LimitedApplication.start(properties.apply(this.api), configurations);
    }

    static Scene of(Function<Upstream, List<String>> properties, Class<?>... configurations) {
        return new Scene(properties, configurations);
    }

    /** Warms the host up, and forgets what was. */
    void begin(TestInfo test) {
        this.key = test.getTestMethod().orElseThrow().getName()
                + test.getDisplayName().hashCode();
        this.api.answer(Answer.ok());
        this.app.client(this.api).get().retrieve().toBodilessEntity().block(Duration.ofSeconds(20));
        told().granted.clear();
        told().denied.clear();
        told().abandoned.clear();
        told().paused.clear();
        told().repeated.clear();
        this.before = this.api.count();
    }

    Told told() {
        return this.app.told();
    }

    String key() {
        return this.key;
    }

    /** A client of the first contour. */
    WebClient client() {
        return client("api");
    }

    WebClient client(String contour) {
        return this.app.client(this.api, contour, this.key);
    }

    WebClient.RequestBodySpec request(String method) {
        return client().method(HttpMethod.valueOf(method)).uri("/");
    }

    Mono<String> get(String contour) {
        return client(contour).get().retrieve().bodyToMono(String.class);
    }

    /** What came back, in two words. */
    static String answer(WebClient.RequestHeadersSpec<?> request) {
        return request.retrieve()
                .bodyToMono(String.class)
                .onErrorResume(
                        WebClientResponseException.class,
                        ex -> Mono.just("thrown " + ex.getStatusCode().value()))
                .onErrorResume(WebClientRequestException.class, ex -> Mono.just("broken"))
                .blockOptional(Duration.ofSeconds(10))
                .orElseThrow();
    }

    /** What the server has seen since the test began. */
    List<Upstream.Arrival> arrivals() {
        return this.api.arrivals().stream().skip(this.before).toList();
    }

    int sent() {
        return this.api.count() - this.before;
    }

    List<String> bodies() {
        return arrivals().stream().map(arrival -> arrival.body().toString()).toList();
    }

    @Override
    public void close() {
        this.app.close();
        this.api.close();
    }
}
