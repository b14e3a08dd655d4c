package dev.limiter.spring.client;

import static dev.limiter.spring.testing.LimitedApplication.all;
import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.call.LimiterAttributes;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.MediaType;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.client.RestClient;

/** Bodies of a client that blocks, byte by byte: sent again whole, or not at all. */
class RepeatedUploadTests {

    private static final byte[] CONTENT = new byte[300_000];

    static {
        new Random(98).nextBytes(CONTENT);
    }

    private static final String AS_TEXT = new String(CONTENT, StandardCharsets.ISO_8859_1);

    /** What is uploaded, the expected text, and how often it arrives. */
    private static void uploads(
            String library, Consumer<RestClient.RequestBodySpec> body, String expected, int arrivals) {
        try (Upstream api = Upstream.answering(Answer.tooMany("0.05"), Answer.ok());
                LimitedApplication application = LimitedApplication.start(
                        all(contour("api", api), List.of("spring.http.clients.imperative.factory=" + library)))) {
            RestClient.RequestBodySpec request =
                    application.bean(RestClient.Builder.class).build().put().uri(api.url());
            body.accept(request);
            int status = request.retrieve()
                    .onStatus(any -> true, (sent, response) -> {})
                    .toBodilessEntity()
                    .getStatusCode()
                    .value();

            assertThat(api.arrivals())
                    .hasSize(arrivals)
                    .allSatisfy(arrival -> assertThat(arrival.body().toString().equals(expected))
                            .isTrue());
            assertThat(status).isEqualTo((arrivals == 2) ? 200 : 429);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk", "simple", "reactor"})
    void p98_bytes_are_sent_again_whole(String library) {
        uploads(library, request -> request.body(CONTENT), AS_TEXT, 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk", "simple", "reactor"})
    void p98_a_resource_that_can_be_read_again_is(String library) {
        uploads(library, request -> request.body(new ByteArrayResource(CONTENT)), AS_TEXT, 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk", "simple", "reactor"})
    void p98_a_stream_is_sent_once_and_the_refusal_reaches_the_caller(String library) {
        uploads(
                library,
                request -> request.body(new InputStreamResource(new ByteArrayInputStream(CONTENT))),
                AS_TEXT,
                1);
    }

    @ParameterizedTest
    @CsvSource({"http-components, 1", "jdk, 1", "simple, 1", "reactor, 1"})
    void p98_what_the_application_writes_itself_is_sent_once(String library, int arrivals) {
        uploads(library, request -> request.body((OutputStream out) -> out.write(CONTENT)), AS_TEXT, arrivals);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk", "simple", "reactor"})
    void p98_what_the_application_writes_itself_is_sent_again_where_it_says_so(String library) {
        uploads(
                library,
                request -> request.attribute(LimiterAttributes.REPEATABLE_BODY, true)
                        .body((OutputStream out) -> out.write(CONTENT)),
                AS_TEXT,
                2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk", "simple", "reactor"})
    void p98_a_form_is_sent_again_whole(String library) {
        MultiValueMap<String, String> form = new LinkedMultiValueMap<>();
        form.add("title", "a record");
        uploads(
                library,
                request -> request.contentType(MediaType.APPLICATION_FORM_URLENCODED)
                        .body(form),
                "title=a+record",
                2);
    }
}
