package dev.limiter.spring.webclient;

import static dev.limiter.spring.testing.LimitedApplication.all;
import static dev.limiter.spring.testing.LimitedApplication.contour;
import static dev.limiter.spring.webclient.Scene.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.spring.call.LimiterAttributes;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.MediaType;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;

/** What is repeated, by method and outcome. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RepeatTests {

    private final Scene scene =
            Scene.of(api -> all(contour("api", api), contour("careful", api, "hosts=", "retry.repeat-refused=false")));

    private final Upstream api = this.scene.api;

    @BeforeEach
    void begin(TestInfo test) {
        this.scene.begin(test);
    }

    @AfterAll
    void close() {
        this.scene.close();
    }

    @ParameterizedTest
    @CsvSource({
        "POST, 429, said 200, 2", "PATCH, 429, said 200, 2", "PUT, 429, said 200, 2", "DELETE, 429, said 200, 2",
        "POST, 504, thrown 504, 1", "PATCH, 504, thrown 504, 1", "PUT, 504, said 200, 2", "GET, 504, said 200, 2",
        "POST, 503, thrown 503, 1", "GET, 503, said 200, 2", "GET, 500, thrown 500, 1", "GET, 404, thrown 404, 1",
    })
    void p93_a_write_is_repeated_only_where_the_server_did_not_act(String method, int status, String result, int sent) {
        this.api.answer(Answer.status(status), Answer.ok());

        assertThat(answer(this.scene.request(method).bodyValue("record"))).isEqualTo(result);
        assertThat(this.scene.sent()).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource({"POST, thrown 503, 1", "PATCH, thrown 503, 1", "PUT, said 200, 2"})
    void p93_a_503_that_names_a_time_pauses_but_a_post_is_not_repeated(String method, String result, int sent) {
        this.api.answer(Answer.status(503, "Retry-After", "0.1"), Answer.ok());

        assertThat(answer(this.scene.request(method).bodyValue("record"))).isEqualTo(result);

        assertThat(this.scene.sent()).isEqualTo(sent);
        assertThat(this.scene.told().paused).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"POST, broken, 1", "PUT, said 200, 2", "GET, said 200, 2"})
    void p93_a_connection_that_breaks_after_the_body_leaves_the_outcome_unknown(
            String method, String result, int sent) {
        this.api.answer(Answer.cutOff(), Answer.ok());

        assertThat(answer(this.scene.request(method).bodyValue("record"))).isEqualTo(result);
        assertThat(this.scene.sent()).isEqualTo(sent);
    }

    @Test
    void p93_a_post_with_an_idempotency_key_is_repeated_with_the_same_key() {
        this.api.answer(Answer.status(504), Answer.cutOff(), Answer.ok());

        assertThat(answer(this.scene
                        .request("POST")
                        .header("Idempotency-Key", "k-1")
                        .bodyValue("record")))
                .isEqualTo("said 200");

        assertThat(this.scene.arrivals().stream().map(it -> it.headers().get("Idempotency-Key")))
                .containsExactly("k-1", "k-1", "k-1");
    }

    @Test
    void p93_a_connection_that_was_never_made_is_repeated_whatever_the_method() {
        assertThat(answer(this.scene
                        .client()
                        .post()
                        .uri("http://127.0.0.1:1/")
                        .attribute(LimiterAttributes.CONTOUR, "api")
                        .bodyValue("record")))
                .isEqualTo("broken");

        assertThat(this.scene.told().repeated).containsExactly("api #2", "api #3", "api #4", "api #5");
        assertThat(this.scene.sent()).isZero();
    }

    @Test
    void p93_another_http_library_is_handled_alike() {
        WebClient jdk = this.scene
                .client()
                .mutate()
                .clientConnector(new JdkClientHttpConnector())
                .build();
        this.api.answer(Answer.status(429), Answer.ok());

        assertThat(answer(jdk.post().bodyValue("record"))).isEqualTo("said 200");
        assertThat(this.scene.bodies()).containsExactly("record", "record");

        assertThat(answer(jdk.post().uri("http://127.0.0.1:1/").bodyValue("record")))
                .isEqualTo("broken");
        assertThat(this.scene.told().repeated).containsExactly("api #2", "api #2", "api #3", "api #4", "api #5");

        this.api.answer(Answer.cutOff(), Answer.ok());
        assertThat(answer(jdk.post().bodyValue("record"))).isEqualTo("broken");
        assertThat(this.scene.sent()).isEqualTo(3);
    }

    @Test
    void a_body_that_cannot_be_encoded_is_not_tried_again() {
        assertThatThrownBy(() -> this.scene
                        .request("PUT")
                        .contentType(MediaType.APPLICATION_PDF)
                        .bodyValue(new Object())
                        .retrieve()
                        .toBodilessEntity()
                        .block())
                .hasMessageContaining("Object");

        assertThat(this.scene.told().repeated).isEmpty();
        assertThat(this.scene.sent()).isZero();
    }

    @Test
    void p93_a_refused_write_is_not_repeated_where_the_contour_says_so() {
        this.api.answer(Answer.tooMany("0.1"), Answer.ok());

        assertThat(answer(this.scene
                        .request("POST")
                        .attribute(LimiterAttributes.CONTOUR, "careful")
                        .bodyValue("record")))
                .isEqualTo("thrown 429");
        assertThat(this.scene.sent()).isEqualTo(1);
        assertThat(this.scene.told().paused).hasSize(1);
    }
}
