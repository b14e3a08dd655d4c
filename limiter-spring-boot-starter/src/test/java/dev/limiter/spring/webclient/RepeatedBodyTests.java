package dev.limiter.spring.webclient;

import static dev.limiter.spring.testing.LimitedApplication.contour;
import static dev.limiter.spring.webclient.Scene.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.call.LimiterAttributes;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.web.reactive.function.BodyInserters;
import reactor.core.publisher.Flux;

/** Bodies are sent again intact, or not at all. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RepeatedBodyTests {

    private final Scene scene = Scene.of(api -> contour("api", api));

    private final Upstream api = this.scene.api;

    @BeforeEach
    void begin(TestInfo test) {
        this.scene.begin(test);
    }

    @AfterAll
    void close() {
        this.scene.close();
    }

    @Test
    void p98_a_value_is_sent_again_intact() {
        byte[] record = "a".repeat(100_000).getBytes(StandardCharsets.US_ASCII);
        this.api.answer(Answer.status(429), Answer.ok());

        assertThat(answer(this.scene.request("PUT").bodyValue(record))).isEqualTo("said 200");

        assertThat(this.scene.bodies())
                .hasSize(2)
                .allSatisfy(body -> assertThat(body).hasSize(100_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "POST"})
    void p98_a_stream_is_sent_once_and_the_refusal_surfaces(String method) {
        byte[] record = "abc".getBytes(StandardCharsets.US_ASCII);
        this.api.answer(
                Answer.status(429), Answer.ok(), Answer.status(429), Answer.ok(), Answer.status(429), Answer.ok());
        Flux<DataBuffer> buffers = Flux.defer(() -> Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(record)));

        assertThat(answer(this.scene.request(method).body(BodyInserters.fromDataBuffers(buffers))))
                .isEqualTo("thrown 429");
        this.api.answer(Answer.status(429), Answer.ok());
        assertThat(answer(this.scene.request(method).body(Flux.just("a", "bc"), String.class)))
                .isEqualTo("thrown 429");
        this.api.answer(Answer.status(429), Answer.ok());
        assertThat(answer(this.scene
                        .request(method)
                        .bodyValue(new InputStreamResource(new ByteArrayInputStream(record)))))
                .isEqualTo("thrown 429");

        assertThat(this.scene.bodies()).containsExactly("abc", "abc", "abc");
    }

    @Test
    void p98_a_stream_that_is_declared_repeatable_is_sent_again_intact() {
        this.api.answer(Answer.status(429), Answer.ok());

        assertThat(answer(this.scene
                        .request("PUT")
                        .attribute(LimiterAttributes.REPEATABLE_BODY, true)
                        .body(Flux.just("a", "bc"), String.class)))
                .isEqualTo("said 200");

        assertThat(this.scene.bodies()).containsExactly("abc", "abc");
    }
}
