package dev.limiter.spring.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.HttpMethod;
import org.springframework.web.client.RestClient;
import reactor.core.publisher.Mono;

@ExtendWith(OutputCaptureExtension.class)
class CallLogTests {

    private static final String LEVEL = "logging.level.dev.limiter.spring.call.CallLog";

    private static final Pattern LINE = Pattern.compile("Call (\\d+), \\d+ ms: (.*)");

    private final Upstream api = Upstream.answering(Answer.ok());

    @AfterEach
    void close() {
        this.api.close();
    }

    private LimitedApplication start(String level, String... settings) {
        return LimitedApplication.start(LimitedApplication.all(
                LimitedApplication.contour("api", this.api, settings), List.of(LEVEL + "=" + level)));
    }

    private interface Client {
        void send(LimitedApplication application, HttpMethod method, String url);
    }

    static Stream<Named<Client>> clients() {
        Client blocking = (application, method, url) -> application
                .bean(RestClient.Builder.class)
                .build()
                .method(method)
                .uri(url)
                .exchange((request, response) -> response.getStatusCode());
        Client reactive = (application, method, url) -> application
                .builder()
                .build()
                .method(method)
                .uri(url)
                .exchangeToMono(response -> Mono.just(response.statusCode()).delayUntil(code -> response.releaseBody()))
                .block(Duration.ofSeconds(20));
        return Stream.of(Named.of("RestClient", blocking), Named.of("WebClient", reactive));
    }

    /** All lines, which are of one call. */
    private static List<String> lines(CapturedOutput output) {
        List<MatchResult> lines = LINE.matcher(output).results().toList();
        assertThat(lines.stream().map(line -> line.group(1)).distinct()).hasSize(1);
        return lines.stream().map(line -> line.group(2).stripTrailing()).toList();
    }

    @ParameterizedTest
    @MethodSource("clients")
    void it_says_what_became_of_a_call_that_was_refused_and_repeated(Client client, CapturedOutput output) {
        this.api.answer(Answer.tooMany("1"), Answer.ok());
        try (LimitedApplication application = start("debug", "retry.max-backoff=2s")) {
            client.send(application, HttpMethod.POST, this.api.url() + "/secret?api_key=secret");
        }
        String host = this.api.host();
        assertThat(lines(output))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .isEqualTo("attempt 1, POST at " + host + ", asks contour 'api' for a permit"),
                        line -> assertThat(line).isEqualTo("has its permit and leaves"),
                        line -> assertThat(line).isEqualTo("answered 429, which is a refusal, asks to wait for PT1S"),
                        line -> assertThat(line).startsWith("is repeated after PT"),
                        line -> assertThat(line)
                                .isEqualTo("attempt 2, POST at " + host + ", asks contour 'api' for a permit"),
                        line -> assertThat(line).isEqualTo("has its permit and leaves"),
                        line -> assertThat(line).isEqualTo("answered 200"));
        assertThat(output).doesNotContain("secret");
    }

    @ParameterizedTest
    @MethodSource("clients")
    void it_says_why_a_call_is_not_repeated(Client client, CapturedOutput output) {
        this.api.answer(Answer.status(504));
        try (LimitedApplication application = start("debug")) {
            client.send(application, HttpMethod.POST, this.api.url());
        }
        assertThat(lines(output)).endsWith("answered 504", "is not repeated: NOT_REPEATABLE");
    }

    @Test
    void it_is_silent_at_info(CapturedOutput output) {
        try (LimitedApplication application = start("info")) {
            application.client(this.api).get().retrieve().toBodilessEntity().block(Duration.ofSeconds(20));
        }
        assertThat(output).doesNotContain("Call ");
    }
}
