package dev.limiter.spring.client;

import static dev.limiter.spring.testing.LimitedApplication.all;
import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.LimiterListener;
import dev.limiter.PermitPer;
import dev.limiter.RateLimitException;
import dev.limiter.RateLimited;
import dev.limiter.WaitReason;
import dev.limiter.spring.call.LimiterAttributes;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.client.RestClient;
import reactor.core.Disposable;

/** Observing changes nothing of what is sent, whatever the client, and says what would have been. */
class ObservedContourTests {

    private final Upstream api = Upstream.answering(Answer.ok());

    private final LimitedApplication app = LimitedApplication.start(
            all(
                    contour(
                            "api",
                            this.api,
                            "mode=observe",
                            "limits[0].rate=1/h",
                            "limits[0].capacity=1",
                            "max-wait=1s",
                            "idempotency-key.made=true"),
                    contour("patient", this.api, "hosts=", "mode=observe", "max-wait=1h")),
            Parts.class);

    @AfterEach
    void close() {
        this.app.close();
        this.api.close();
    }

    @Import({Marked.class, WouldHaveBeen.class})
    static class Parts {}

    static class WouldHaveBeen implements LimiterListener {

        final List<String> told = new CopyOnWriteArrayList<>();

        @Override
        public void wouldHaveWaited(String contour, Duration wait, WaitReason reason) {
            this.told.add("waited " + contour);
        }

        @Override
        public void wouldHaveBeenDenied(String contour, Duration waited, RateLimitException exception) {
            this.told.add("denied " + contour);
        }
    }

    static class Marked {

        @RateLimited(contour = "api", permit = PermitPer.METHOD)
        public String call() {
            return "called";
        }

        @RateLimited(contour = "api", idempotencyKey = "'stated'")
        public String post(RestClient client) {
            return String.valueOf(
                    client.post().uri("/records").body("record").retrieve().body(String.class));
        }
    }

    private RestClient restClient() {
        return this.app.bean(RestClient.Builder.class).baseUrl(this.api.url()).build();
    }

    private CompletableFuture<HttpStatusCode> webClientGet() {
        return this.app
                .client(this.api)
                .get()
                .uri("/records")
                .exchangeToMono(response -> response.releaseBody().thenReturn(response.statusCode()))
                .toFuture();
    }

    @Test
    void calls_above_the_limit_are_sent_at_once_and_told() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(webClientGet().get(20, TimeUnit.SECONDS).value()).isEqualTo(200);
            assertThat(restClient().get().uri("/records").retrieve().body(String.class))
                    .isEqualTo("said 200");
            assertThat(this.app.bean(Marked.class).call()).isEqualTo("called");
        }
        assertThat(this.api.count()).isEqualTo(6);
        assertThat(this.app.bean(WouldHaveBeen.class).told)
                .hasSize(9)
                .startsWith("waited api", "denied api")
                .filteredOn("denied api"::equals)
                .hasSize(8);
    }

    @Test
    void a_refused_answer_reaches_the_caller_as_it_is_and_neither_repeats_nor_pauses() throws Exception {
        this.api.answer(Answer.tooMany("1"), Answer.ok());
        assertThat(webClientGet().get(20, TimeUnit.SECONDS).value()).isEqualTo(429);
        assertThat(webClientGet().get(20, TimeUnit.SECONDS).value()).isEqualTo(200);
        this.api.answer(Answer.tooMany("1"), Answer.ok());
        Integer refused = restClient()
                .get()
                .uri("/records")
                .exchange((request, response) -> response.getStatusCode().value());
        assertThat(refused).isEqualTo(429);
        assertThat(restClient().get().uri("/records").retrieve().body(String.class))
                .isEqualTo("said 200");
        assertThat(this.api.count()).isEqualTo(4);
    }

    @Test
    void no_header_is_added() {
        restClient().post().uri("/records").body("record").retrieve().toBodilessEntity();
        this.app.bean(Marked.class).post(restClient());

        assertThat(this.api.arrivals()).hasSize(2);
        assertThat(this.api.arrivals())
                .allSatisfy(arrival -> assertThat(arrival.headers().contains("Idempotency-Key"))
                        .isFalse());
    }

    /** Where it does, the others follow after five seconds. */
    @Test
    void the_first_request_to_a_host_does_not_go_alone() {
        this.api.answer(Answer.never());
        List<Disposable> calls = Stream.generate(() -> this.app
                        .client(this.api, "patient", "")
                        .get()
                        .retrieve()
                        .toBodilessEntity()
                        .subscribe())
                .limit(2)
                .toList();

        Awaitility.await().atMost(Duration.ofSeconds(4)).until(() -> this.api.count() == 2);
        calls.forEach(Disposable::dispose);
    }

    @Test
    void nor_does_that_of_a_client_that_blocks() {
        this.api.answer(Answer.never());
        for (int i = 0; i < 2; i++) {
            Thread thread = new Thread(() -> restClient()
                    .get()
                    .attribute(LimiterAttributes.CONTOUR, "patient")
                    .exchange((request, response) -> response.getStatusCode()));
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((failed, endOfTheServer) -> {});
            thread.start();
        }

        Awaitility.await().atMost(Duration.ofSeconds(4)).until(() -> this.api.count() == 2);
    }
}
