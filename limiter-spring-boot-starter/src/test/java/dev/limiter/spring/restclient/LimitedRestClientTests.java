package dev.limiter.spring.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.InputStreamResource;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;

class LimitedRestClientTests {

    private final Upstream upstream = Upstream.answering(Answer.ok());

    private final LimitedApplication application =
            LimitedApplication.start(LimitedApplication.contour("api", this.upstream));

    private final RestClient client = this.application
            .bean(RestClient.Builder.class)
            .baseUrl(this.upstream.url())
            .build();

    @AfterEach
    void close() {
        this.application.close();
        this.upstream.close();
    }

    @Test
    void each_request_takes_a_permit() {
        assertThat(this.client.get().uri("/a").retrieve().body(String.class)).isEqualTo("said 200");
        this.client.get().uri("/b").retrieve().toBodilessEntity();

        assertThat(this.application.permits("api")).isEqualTo(2);
    }

    @Test
    void what_was_refused_is_sent_again_with_another_permit_and_the_same_body() {
        this.upstream.answer(Answer.tooMany("1"), Answer.ok());

        assertThat(this.client.post().uri("/a").body("deposit").retrieve().body(String.class))
                .isEqualTo("said 200");
        assertThat(this.upstream.arrivals())
                .extracting(arrival -> arrival.body().toString())
                .containsExactly("deposit", "deposit");
        assertThat(this.upstream.gaps().get(0)).isGreaterThanOrEqualTo(1000);
        assertThat(this.application.permits("api")).isEqualTo(2);
    }

    @Test
    void p98_a_stream_is_not_sent_again_and_the_refusal_reaches_the_caller() {
        this.upstream.answer(Answer.tooMany("1"), Answer.ok());

        assertThatThrownBy(() -> this.client
                        .put()
                        .uri("/a")
                        .body(new InputStreamResource(
                                new ByteArrayInputStream("deposit".getBytes(StandardCharsets.UTF_8))))
                        .retrieve()
                        .toBodilessEntity())
                .isInstanceOf(HttpClientErrorException.TooManyRequests.class);
        assertThat(this.upstream.count()).isEqualTo(1);
    }

    @Test
    void interceptors_run_again_for_each_repeat_and_find_the_request_as_it_was() {
        this.upstream.answer(Answer.status(503), Answer.ok());
        List<String> seen = new ArrayList<>();
        RestClient intercepted = this.client
                .mutate()
                .requestInterceptor((request, body, execution) -> {
                    request.getHeaders().add("X-Attempt", "1");
                    seen.add(String.join(",", request.getHeaders().getOrEmpty("X-Attempt")));
                    return execution.execute(request, body);
                })
                .build();

        assertThat(intercepted.get().uri("/a").retrieve().body(String.class)).isEqualTo("said 200");
        assertThat(seen).containsExactly("1", "1");
        assertThat(this.application.permits("api")).isEqualTo(2);
    }
}
