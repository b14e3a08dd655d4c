package dev.limiter.spring.feign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.http.ResponseClassifier;
import dev.limiter.http.Verdict;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import feign.Feign;
import feign.FeignException;
import feign.RequestLine;
import feign.Response;
import feign.codec.Encoder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

/** Bodies of requests that are sent again, and of answers that are classified, refused or endless. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FeignBodyTests {

    private final Upstream upstream = Upstream.answering(Answer.ok());

    @AfterEach
    void close() {
        this.upstream.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "apache"})
    void p99_an_endless_refusal_is_cut_off_and_the_call_goes_on(String library) {
        this.upstream.answer(
                Answer.endless(429, "Retry-After", "0.01"),
                Answer.endless(503),
                Answer.chunked(429, 8 << 20),
                Answer.ok());
        try (LimitedApplication application = Records.start(this.upstream, library, List.of())) {
            assertThat(application.bean(Records.class).get()).isEqualTo("said 200");
            assertThat(this.upstream.count()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "apache"})
    void p99_the_last_refusal_reaches_the_caller_though_it_is_endless(String library) {
        this.upstream.answer(Answer.endless(429, "Retry-After", "0.01"));
        try (LimitedApplication application =
                Records.start(this.upstream, library, List.of("retry.max-attempts=2", "concurrency=1"))) {
            Records records = application.bean(Records.class);
            assertThatThrownBy(records::get).isInstanceOf(FeignException.TooManyRequests.class);
            assertThatThrownBy(records::visit).isInstanceOf(FeignException.TooManyRequests.class);
            assertThat(this.upstream.count()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "apache"})
    void an_error_that_is_no_refusal_is_read_as_a_whole(String library) {
        this.upstream.answer(Answer.chunked(404, 512 * 1024));
        try (LimitedApplication application = Records.start(this.upstream, library, List.of())) {
            assertThatThrownBy(application.bean(Records.class)::get)
                    .isInstanceOfSatisfying(
                            FeignException.NotFound.class,
                            ex -> assertThat(ex.responseBody().orElseThrow().remaining())
                                    .isEqualTo(512 * 1024));
        }
    }

    @Test
    void the_place_of_a_request_is_free_when_its_body_is_closed() throws IOException {
        this.upstream.answer(Answer.chunked(200, 512 * 1024), Answer.ok());
        try (LimitedApplication application =
                Records.start(this.upstream, "jdk", List.of("concurrency=1", "max-wait=100ms"))) {
            Records records = application.bean(Records.class);
            Response open = records.raw();
            assertThatThrownBy(records::get).isInstanceOf(dev.limiter.PermitTimeoutException.class);
            open.close();
            assertThat(records.get()).isEqualTo("said 200");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Classified {
        @Bean
        ResponseClassifier graphql() {
            return ResponseClassifier.rules()
                    .onBody(
                            200,
                            answer -> answer.body()
                                    .filter(body -> body.contains("THROTTLED"))
                                    .map(body -> Verdict.throttled().asNotActedUpon()))
                    .build();
        }
    }

    private static Answer saying(String text) {
        return (request, response) -> response.status(200).sendString(Mono.just(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "apache"})
    void a_classifier_is_shown_a_piece_of_the_body_and_the_decoder_all_of_it(String library) {
        String whole = "x".repeat(3 * ResponseClassifier.BODY_PIECE_BYTES) + "end";
        this.upstream.answer(saying("THROTTLED"), saying(whole));
        try (LimitedApplication application = Records.start(this.upstream, library, List.of(), Classified.class)) {
            assertThat(application.bean(Records.class).post("query")).isEqualTo(whole);
            assertThat(application.told().paused).hasSize(1);
            assertThat(application.permits("api")).isEqualTo(2);
        }
    }

    interface Streams {
        @RequestLine("POST /a")
        String send(InputStream body);
    }

    @Test
    void p98_a_body_that_can_be_read_once_is_encoded_once_and_sent_twice() {
        this.upstream.answer(Answer.tooMany("0.1"), Answer.ok());
        Encoder reading = (value, type, template) -> {
            try {
                template.body(((InputStream) value).readAllBytes(), StandardCharsets.UTF_8);
                template.header("Content-Type", "text/x-once");
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        };
        try (LimitedApplication application = Records.start(this.upstream, "jdk", List.of())) {
            Streams streams = Feign.builder()
                    .encoder(reading)
                    .retryer(feign.Retryer.NEVER_RETRY)
                    .addCapability(application.bean(FeignLimits.class))
                    .target(Streams.class, this.upstream.url());
            assertThat(streams.send(new ByteArrayInputStream("deposit".getBytes(StandardCharsets.UTF_8))))
                    .isEqualTo("said 200");
            assertThat(this.upstream.arrivals())
                    .extracting(
                            arrival -> arrival.body() + " " + arrival.headers().getAll("Content-Type"))
                    .containsExactly("deposit [text/x-once]", "deposit [text/x-once]");
        }
    }
}
