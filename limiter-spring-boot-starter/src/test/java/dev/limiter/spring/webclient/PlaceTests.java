package dev.limiter.spring.webclient;

import static dev.limiter.spring.testing.LimitedApplication.all;
import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** A place under the concurrency cap is held until the body has been read, and never longer. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlaceTests {

    private final Scene scene = Scene.of(api ->
            all(contour("api", api), contour("one-place", api, "hosts=", "concurrency=1", "retry.max-attempts=1")));

    private final Upstream api = this.scene.api;

    @BeforeEach
    void begin(TestInfo test) {
        this.scene.begin(test);
    }

    @AfterAll
    void close() {
        this.scene.close();
    }

    private static Mono<String> get(WebClient client) {
        return client.get().retrieve().bodyToMono(String.class);
    }

    @Test
    void a_place_is_free_again_when_the_body_has_been_read() {
        WebClient client = this.scene.client("one-place");
        CompletableFuture<String> second = new CompletableFuture<>();

        client.get()
                .exchangeToMono(response -> {
                    get(client).subscribe(second::complete, second::completeExceptionally);
                    assertThat(second).isNotDone();
                    return Mono.delay(Duration.ofMillis(200))
                            .doOnNext(tick -> assertThat(second).isNotDone())
                            .then(response.bodyToMono(String.class));
                })
                .block(Duration.ofSeconds(5));

        assertThat(second).succeedsWithin(5, TimeUnit.SECONDS).isEqualTo("said 200");
    }

    @Test
    void a_place_is_free_again_when_the_body_has_been_cancelled() {
        WebClient client = this.scene.client("one-place");
        this.api.answer(Answer.endless(200), Answer.ok());

        client.get()
                .retrieve()
                .bodyToFlux(DataBuffer.class)
                .doOnNext(DataBufferUtils::release)
                .blockFirst(Duration.ofSeconds(5));

        assertThat(get(client).block(Duration.ofSeconds(5))).isEqualTo("said 200");
    }

    @Test
    void a_place_is_free_again_when_the_body_has_failed() {
        WebClient client = this.scene.client("one-place");
        this.api.answer(
                (request, response) -> response.sendString(
                        Flux.concat(Mono.just("begun"), Mono.<String>error(new IllegalStateException("server broke")))
                                .delayElements(Duration.ofMillis(10))),
                Answer.ok());

        assertThatThrownBy(() -> get(client).block(Duration.ofSeconds(5))).isNotNull();

        assertThat(get(client).block(Duration.ofSeconds(5))).isEqualTo("said 200");
    }

    @Test
    void a_place_is_free_again_when_nobody_read_the_body_and_when_the_exchange_failed_or_was_cancelled() {
        WebClient client = this.scene.client("one-place");
        client.get()
                .exchangeToMono(response -> Mono.just(response.statusCode()))
                .block();
        client.get().retrieve().toBodilessEntity().block();
        client.get()
                .exchangeToMono(response -> Mono.error(new IllegalStateException()))
                .onErrorComplete()
                .block();
        this.api.answer(Answer.cutOff());
        client.post()
                .bodyValue("x")
                .retrieve()
                .toBodilessEntity()
                .onErrorComplete()
                .block();
        client.post()
                .uri("http://127.0.0.1:1")
                .retrieve()
                .toBodilessEntity()
                .onErrorComplete()
                .block();
        this.api.answer(Answer.never());
        client.get()
                .retrieve()
                .toBodilessEntity()
                .timeout(Duration.ofMillis(100))
                .onErrorComplete()
                .block();
        this.api.answer(Answer.ok());

        assertThat(get(client).block(Duration.ofSeconds(5))).isEqualTo("said 200");
    }

    @Test
    void a_redirect_keeps_its_place_while_others_wait_for_it_and_for_the_only_connection() {
        WebClient client = this.scene
                .client("one-place")
                .mutate()
                .clientConnector(new ReactorClientHttpConnector(
                        HttpClient.create(ConnectionProvider.create("one", 1)).followRedirect(true)))
                .build();
        this.api.answer((request, response) -> "/".equals(request.uri())
                ? Answer.status(302, "Location", "/there").answer(request, response)
                : Answer.ok().answer(request, response));

        assertThat(Flux.range(0, 5).flatMap(i -> get(client)).collectList().block(Duration.ofSeconds(10)))
                .hasSize(5);
    }
}
