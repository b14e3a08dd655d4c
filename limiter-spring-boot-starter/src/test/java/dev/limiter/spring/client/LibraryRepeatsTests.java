package dev.limiter.spring.client;

import static dev.limiter.spring.testing.LimitedApplication.all;
import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.ForkedJvm;
import dev.limiter.spring.restclient.HttpComponentsLimits;
import dev.limiter.spring.restclient.RestClientLimits;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** What HTTP libraries send on their own account, and who pays for it. */
class LibraryRepeatsTests {

    private final Upstream api = Upstream.answering(Answer.ok());

    @AfterEach
    void close() {
        this.api.close();
    }

    private LimitedApplication application(String library, String... settings) {
        return LimitedApplication.start(
                all(contour("api", this.api, settings), List.of("spring.http.clients.imperative.factory=" + library)));
    }

    private static RestClient client(LimitedApplication application) {
        return application.bean(RestClient.Builder.class).build();
    }

    private static int status(RestClient client, String method, String url) {
        RestClient.RequestBodySpec request =
                client.method(HttpMethod.valueOf(method)).uri(url);
        if (!method.equals("GET")) {
            request.body("a record");
        }
        ResponseEntity<Void> answer = request.retrieve()
                .onStatus(status -> true, (sent, response) -> {})
                .toBodilessEntity();
        return answer.getStatusCode().value();
    }

    /**
     * A kept connection that the server closes after it has read a request. With one attempt nothing of ours is repeated;
     * so what arrives beyond the two calls is the library's own.
     */
    @ParameterizedTest
    @CsvSource({
        "http-components, GET, 2, false", "http-components, PUT, 2, false", "http-components, POST, 2, false",
        "reactor, GET, 2, false", "reactor, PUT, 2, false", "reactor, POST, 2, false",
        "jdk, GET, 3, true", "jdk, PUT, 2, false", "jdk, POST, 2, false",
        "simple, GET, 3, true", "simple, PUT, 2, false", "simple, POST, 2, false",
    })
    void what_a_library_sends_again_after_a_lost_connection(
            String library, String method, int arrivals, boolean answered) throws IOException {
        try (RawServer server = new RawServer(1);
                LimitedApplication application =
                        application(library, "hosts=" + server.host(), "retry.max-attempts=1")) {
            String url = "http://" + server.host() + "/";
            RestClient client = client(application);
            assertThat(status(client, method, url)).isEqualTo(200);
            boolean again;
            try {
                again = status(client, method, url) == 200;
            } catch (RuntimeException ex) {
                again = false;
            }

            assertThat(again).isEqualTo(answered);
            assertThat(server.requests()).hasSize(arrivals);
            assertThat(application.permits("api")).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource({"429, 1", "503, 1", "502, 1"})
    void apaches_own_repeats_are_off_for_limited_requests(int status, int arrivals) {
        this.api.answer(Answer.status(status, "Retry-After", "1"), Answer.ok());
        try (LimitedApplication application = application("http-components", "retry.max-attempts=1")) {
            assertThat(status(client(application), "GET", this.api.url())).isEqualTo(status);
            assertThat(this.api.count()).isEqualTo(arrivals);
            assertThat(application.permits("api")).isEqualTo(arrivals);
        }
    }

    /** RestClient.create() takes such a client too, where Apache's is on the class path. */
    @ParameterizedTest
    @CsvSource({"false, 2", "true, 1"})
    void an_apache_client_of_the_applications_own_must_be_told(boolean told, int arrivals) throws IOException {
        this.api.answer(Answer.status(503, "Retry-After", "1"), Answer.ok());
        HttpClientBuilder builder = HttpClientBuilder.create();
        if (told) {
            new HttpComponentsLimits().accept(builder);
        }
        try (CloseableHttpClient apache = builder.build();
                LimitedApplication application = application("http-components", "retry.max-attempts=1")) {
            RestClient client = application
                    .bean(RestClientLimits.class)
                    .limit(RestClient.builder()
                            .requestFactory(new HttpComponentsClientHttpRequestFactory(apache))
                            .build());

            assertThat(status(client, "GET", this.api.url())).isEqualTo(told ? 503 : 200);
            assertThat(this.api.count()).isEqualTo(arrivals);
            // What it sends once more by itself is not paid for.
            assertThat(application.permits("api")).isEqualTo(1);
        }
    }

    @Test
    void apache_repeats_requests_of_no_contour_as_before() {
        this.api.answer(Answer.status(503, "Retry-After", "1"), Answer.ok());
        try (LimitedApplication application = application("http-components", "hosts=elsewhere.example")) {
            assertThat(status(client(application), "GET", this.api.url())).isEqualTo(200);
            assertThat(this.api.count()).isEqualTo(2);
            assertThat(application.permits("api")).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"http-components, 3", "reactor, 1", "jdk, 1", "simple, 1"})
    void redirects_take_a_permit_each_where_the_library_says_that_it_follows_them(String library, int permits) {
        this.api.answer(
                Answer.status(302, "Location", this.api.url() + "/b"),
                Answer.status(302, "Location", this.api.url() + "/c"),
                Answer.ok());
        try (LimitedApplication application = application(library)) {
            assertThat(status(client(application), "GET", this.api.url() + "/a"))
                    .isEqualTo(200);
            assertThat(this.api.arrivals()).extracting(Upstream.Arrival::path).containsExactly("/a", "/b", "/c");
            assertThat(application.permits("api")).isEqualTo(permits);
        }
    }

    @ParameterizedTest
    @CsvSource({"reactor", "jdk", "simple", "http-components"})
    void redirects_are_not_followed_where_the_application_says_so(String library) {
        this.api.answer(Answer.status(302, "Location", this.api.url() + "/b"), Answer.ok());
        try (LimitedApplication application = LimitedApplication.start(all(
                contour("api", this.api),
                List.of(
                        "spring.http.clients.imperative.factory=" + library,
                        "spring.http.clients.redirects=dont-follow")))) {
            assertThat(status(client(application), "GET", this.api.url() + "/a"))
                    .isEqualTo(302);
            assertThat(application.permits("api")).isEqualTo(1);
        }
    }

    /** For the whole JVM, and with it the redirects and the answers to a 401 that the client makes by itself. */
    @ParameterizedTest
    @CsvSource({"5, 3", "1, 2"})
    void a_system_property_stops_the_repeats_of_the_jdks_client(int limit, int arrivals, @TempDir Path directory)
            throws Exception {
        ForkedJvm jvm = ForkedJvm.run(
                LostConnection.class,
                List.of(ForkedJvm.locationOf(LostConnection.class)),
                directory,
                "-Djdk.httpclient.redirects.retrylimit=" + limit);

        assertThat(jvm.output().trim()).isEqualTo("requests: " + arrivals);
    }
}
