package dev.limiter.spring.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.client.RestClient;

/** Whether a place comes back in which no answer is read to its end. */
class LeftPlaceTests {

    private final Upstream upstream = Upstream.answering(Answer.ok());

    @AfterEach
    void close() {
        this.upstream.close();
    }

    private LimitedApplication start(String library) {
        return LimitedApplication.start(LimitedApplication.all(
                LimitedApplication.contour("api", this.upstream, "concurrency=1", "max-wait=1s"),
                List.of("spring.http.clients.imperative.factory=" + library)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk", "reactor", "simple"})
    void a_body_that_is_closed_before_its_end_gives_its_place_back(String library) throws IOException {
        this.upstream.answer(Answer.chunked(200, 64 * 1024), Answer.ok());
        try (LimitedApplication application = start(library)) {
            RestClient client = application
                    .bean(RestClient.Builder.class)
                    .baseUrl(this.upstream.url())
                    .build();
            InputStream body = client.get().uri("/a").exchange((request, response) -> response.getBody(), false);
            try (InputStream open = Objects.requireNonNull(body)) {
                assertThat(open.read()).isEqualTo(0);
            }

            assertThat(client.get().uri("/b").retrieve().body(String.class)).isEqualTo("said 200");
        }
    }

    @Test
    void an_answer_that_an_interceptor_drops_does_not_keep_its_place_from_the_repeat() {
        this.upstream.answer(Answer.status(503), Answer.ok());
        try (LimitedApplication application = start("http-components")) {
            RestClient client = application
                    .bean(RestClient.Builder.class)
                    .baseUrl(this.upstream.url())
                    .requestInterceptor((request, body, execution) -> {
                        var response = execution.execute(request, body);
                        if (response.getStatusCode().isError()) {
                            throw new IllegalStateException("said " + response.getStatusCode());
                        }
                        return response;
                    })
                    .build();

            assertThat(client.get().uri("/b").retrieve().body(String.class)).isEqualTo("said 200");
        }
    }
}
