package dev.limiter.sample.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.spring.test.RetryAfterForm;
import dev.limiter.spring.test.ServerQuota;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real HTTP, with the server's two clocks in the test's hand. */
@Timeout(10)
class SimulatedApiTests {

    private static final ServerQuota TWO_A_SECOND = ServerQuota.tokenBucket(2, 2, Duration.ofSeconds(1));

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AtomicLong micros = new AtomicLong();
    private volatile Instant wallTime = Instant.parse("2026-03-01T12:00:00.250Z");

    @Test
    void aDepositIsAnsweredWithItsDoi() {
        try (SimulatedApi api = start(SimulatedApiSettings.of(TWO_A_SECOND))) {
            HttpResponse<String> answer = deposit(api, "w1", "10.5072/Soil.1");
            assertThat(answer.statusCode()).isEqualTo(201);
            assertThat(header(answer, "Content-Type")).isEqualTo("application/vnd.api+json");
            assertThat(answer.body())
                    .isEqualTo("{\"data\":{\"id\":\"10.5072/soil.1\",\"type\":\"dois\","
                            + "\"attributes\":{\"doi\":\"10.5072/soil.1\",\"state\":\"findable\"}}}");
        }
    }

    @Test
    void overTheQuotaItAnswers429AndSaysHowManySecondsToWait() {
        try (SimulatedApi api = start(SimulatedApiSettings.of(ServerQuota.fixedWindow(1, Duration.ofSeconds(30))))) {
            deposit(api, "w1", "10.5072/a");
            micros.set(10_000_001);
            HttpResponse<String> answer = deposit(api, "w1", "10.5072/b");
            assertThat(answer.statusCode()).isEqualTo(429);
            assertThat(header(answer, "Retry-After")).isEqualTo("20");
            assertThat(answer.body()).isEqualTo("{\"errors\":[{\"status\":\"429\",\"title\":\"Too many requests\"}]}");

            micros.set(30_000_000);
            assertThat(deposit(api, "w1", "10.5072/b").statusCode()).isEqualTo(201);
        }
    }

    @Test
    void anHttpDateAgreesWithTheDateOfTheSameAnswer() {
        SimulatedApiSettings settings = SimulatedApiSettings.of(ServerQuota.fixedWindow(1, Duration.ofSeconds(3)))
                .withRetryAfter(RetryAfterForm.HTTP_DATE);
        try (SimulatedApi api = start(settings)) {
            deposit(api, "w1", "10.5072/a");
            micros.set(1_000_000);
            HttpResponse<String> answer = deposit(api, "w1", "10.5072/b");
            assertThat(header(answer, "Date")).isEqualTo("Sun, 01 Mar 2026 12:00:00 GMT");
            // Two seconds from a quarter past: rounded down, it would be a quarter of a second early.
            assertThat(header(answer, "Retry-After")).isEqualTo("Sun, 01 Mar 2026 12:00:03 GMT");

            wallTime = Instant.parse("2026-03-01T12:00:01Z");
            assertThat(header(deposit(api, "w1", "10.5072/b"), "Retry-After"))
                    .isEqualTo("Sun, 01 Mar 2026 12:00:03 GMT");
        }
    }

    @Test
    void aDemandedPauseRefusesEverythingAndRemembersWhoCameAllTheSame() {
        SimulatedApiSettings settings = SimulatedApiSettings.of(ServerQuota.slidingWindow(100, Duration.ofSeconds(1)))
                .withPause(new PauseRule(1, Duration.ofSeconds(2)));
        try (SimulatedApi api = start(settings)) {
            assertThat(deposit(api, "w1", "10.5072/a").statusCode()).isEqualTo(201);
            micros.set(100_000);
            assertThat(header(deposit(api, "w1", "10.5072/b"), "Retry-After")).isEqualTo("2");
            micros.set(1_200_000);
            HttpResponse<String> intruder = deposit(api, "w2", "10.5072/c");
            assertThat(intruder.statusCode()).isEqualTo(429);
            assertThat(header(intruder, "Retry-After")).isEqualTo("1");
            micros.set(2_100_000);
            assertThat(deposit(api, "w1", "10.5072/b").statusCode()).isEqualTo(201);

            assertThat(api.pause()).isEqualTo(new Pause(100_000, 2_100_000));
            assertThat(api.arrivals().duringPause().arrivals())
                    .containsExactly(new Arrival(1_200_000, "w2", 429, "10.5072/c", true));
        }
    }

    @Test
    void anotherClientLeavesLessForUs() {
        SimulatedApiSettings settings = SimulatedApiSettings.of(ServerQuota.fixedWindow(4, Duration.ofSeconds(1)))
                .withOtherClient(OtherClient.share(50));
        try (SimulatedApi api = start(settings)) {
            micros.set(1_999_999);
            assertThat(IntStream.range(0, 4)
                            .mapToObj(i -> deposit(api, "w1", "10.5072/" + i).statusCode()))
                    .containsExactly(201, 201, 429, 429);
            assertThat(api.otherClientAdmitted()).isEqualTo(3);
            assertThat(api.otherClientRefused()).isZero();
        }
    }

    @Test
    void theLogTellsWhenWhoSentWhatAndWhatBecameOfIt() {
        try (SimulatedApi api = start(SimulatedApiSettings.of(TWO_A_SECOND))) {
            deposit(api, "w1", "10.5072/a");
            micros.set(5);
            deposit(api, "w2", "10.5072/a");
            micros.set(7);
            deposit(api, "w1", "10.5072/b");
            assertThat(api.arrivals().arrivals())
                    .containsExactly(
                            new Arrival(0, "w1", 201, "10.5072/a", false),
                            new Arrival(5, "w2", 201, "10.5072/a", false),
                            new Arrival(7, "w1", 429, "10.5072/b", false));
            assertThat(api.arrivals().repeatedDois()).containsExactly("10.5072/a");
        }
    }

    @Test
    void heartbeatsAndLookUpsAreNotCounted() {
        try (SimulatedApi api = start(SimulatedApiSettings.of(TWO_A_SECOND))) {
            deposit(api, "w1", "10.5072/a(b)+c");
            for (int i = 0; i < 5; i++) {
                assertThat(get(api, "/heartbeat").statusCode()).isEqualTo(200);
                assertThat(get(api, "/dois/10.5072/a(b)+c").statusCode()).isEqualTo(200);
                assertThat(get(api, "/dois/10.5072%2FA%28b%29+c").statusCode()).isEqualTo(200);
                assertThat(get(api, "/dois/10.5072/unknown").statusCode()).isEqualTo(404);
                assertThat(get(api, "/elsewhere").statusCode()).isEqualTo(404);
            }
            assertThat(deposit(api, "w1", "10.5072/b").statusCode()).isEqualTo(201);
            assertThat(api.arrivals().count()).isEqualTo(2);
        }
    }

    @Test
    void aDepositWithoutADoiIsCountedAndNotKept() {
        try (SimulatedApi api = start(SimulatedApiSettings.of(TWO_A_SECOND))) {
            assertThat(post(api, "w1", "{\"data\":{\"type\":\"dois\"}}").join().statusCode())
                    .isEqualTo(422);
            assertThat(post(api, "w1", "not JSON").join().statusCode()).isEqualTo(422);
            assertThat(post(api, "w1", "").join().statusCode()).isEqualTo(429);
            assertThat(api.arrivals().arrivals()).extracting(Arrival::doi).containsOnly("");
        }
    }

    @Test
    void aRequestThatBreaksOffHasArrivedAllTheSame() throws IOException {
        try (SimulatedApi api = start(SimulatedApiSettings.of(TWO_A_SECOND))) {
            try (Socket socket = new Socket("127.0.0.1", api.port())) {
                socket.getOutputStream()
                        .write("POST /dois HTTP/1.1\r\nHost: x\r\nX-Worker: w9\r\nContent-Length: 99\r\n\r\n{\"da"
                                .getBytes(StandardCharsets.US_ASCII));
            }
            Awaitility.await()
                    .pollInterval(10, TimeUnit.MILLISECONDS)
                    .untilAsserted(() -> assertThat(api.arrivals().of("w9").arrivals())
                            .containsExactly(new Arrival(0, "w9", 422, "", false)));
        }
    }

    @Test
    void inASilenceItActsAndDoesNotAnswer() {
        SimulatedApiSettings settings = SimulatedApiSettings.of(TWO_A_SECOND).withSilence(new SilenceRule("w1", 0, 1));
        try (SimulatedApi api = start(settings)) {
            CompletableFuture<HttpResponse<String>> silent = post(api, "w1", body("10.5072/a"));
            Awaitility.await()
                    .pollInterval(10, TimeUnit.MILLISECONDS)
                    .until(() ->
                            settings.silence() != null && settings.silence().isOver(api.arrivals()));
            assertThat(get(api, "/dois/10.5072/a").statusCode()).isEqualTo(200);
            assertThat(deposit(api, "w1", "10.5072/a").statusCode()).isEqualTo(201);
            assertThat(silent).isNotDone();
            assertThat(api.arrivals().repeatedDois()).containsExactly("10.5072/a");
        }
    }

    @Test
    void ofManyAtOnceExactlyTheQuotaIsAccepted() {
        try (SimulatedApi api = start(SimulatedApiSettings.of(ServerQuota.slidingWindow(50, Duration.ofSeconds(1))))) {
            List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, 200)
                    .mapToObj(i -> post(api, "w1", body("10.5072/" + i)))
                    .toList();
            assertThat(answers.stream().filter(answer -> answer.join().statusCode() == 201))
                    .hasSize(50);
            assertThat(api.arrivals().accepted().count()).isEqualTo(50);
            assertThat(api.arrivals().refused().count()).isEqualTo(150);
        }
    }

    @Test
    void byItsOwnClockTimePassesAndTheQuotaComesBack() {
        ServerQuota quota = ServerQuota.fixedWindow(1, Duration.ofMillis(20));
        try (SimulatedApi api = SimulatedApi.start(SimulatedApiSettings.of(quota))) {
            long before = api.nowMicros();
            Awaitility.await()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(5, TimeUnit.MILLISECONDS)
                    .until(() -> {
                        deposit(api, "w1", "10.5072/a");
                        return api.arrivals().accepted().count() >= 3;
                    });
            ArrivalLog accepted = api.arrivals().accepted();
            assertThat(accepted.between(before, api.nowMicros())).isEqualTo(accepted);
            assertThat(accepted.worstCount(Duration.ofMillis(20))).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void onceClosedItListensNoMoreButItsLogIsThere() {
        SimulatedApi api = start(SimulatedApiSettings.of(TWO_A_SECOND));
        deposit(api, "w1", "10.5072/a");
        URI url = api.baseUrl();
        api.close();
        assertThatThrownBy(() -> client.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString()))
                .isInstanceOf(IOException.class);
        assertThat(api.arrivals().count()).isEqualTo(1);
        api.close();
    }

    private SimulatedApi start(SimulatedApiSettings settings) {
        return SimulatedApi.start(settings, micros::get, () -> wallTime);
    }

    private HttpResponse<String> deposit(SimulatedApi api, String worker, String doi) {
        return post(api, worker, body(doi)).join();
    }

    private CompletableFuture<HttpResponse<String>> post(SimulatedApi api, String worker, String body) {
        HttpRequest request = HttpRequest.newBuilder(api.baseUrl().resolve("/dois"))
                .header("X-Worker", worker)
                .POST(BodyPublishers.ofString(body))
                .build();
        return client.sendAsync(request, BodyHandlers.ofString());
    }

    private HttpResponse<String> get(SimulatedApi api, String path) {
        URI url = URI.create(api.baseUrl() + path);
        return client.sendAsync(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString())
                .join();
    }

    private static String body(String doi) {
        return "{\"data\":{\"type\":\"dois\",\"attributes\":{\"doi\":\"" + doi + "\"}}}";
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("(missing)");
    }
}
