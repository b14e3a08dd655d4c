package dev.limiter.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.http.ResponseClassifier;
import dev.limiter.http.ServerAnswer;
import dev.limiter.http.Verdict;
import dev.limiter.spring.test.FakeApi.Answer;
import dev.limiter.test.VirtualClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class FakeApiTests {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final VirtualClock clock = new VirtualClock();

    @AutoClose
    private final FakeApi api = FakeApi.start(ServerQuota.fixedWindow(2, Duration.ofMinutes(5)), this.clock);

    private record Response(HttpResponse<String> response) implements ServerAnswer {

        @Override
        public int status() {
            return this.response.statusCode();
        }

        @Override
        public List<String> header(String name) {
            return this.response.headers().allValues(name);
        }

        @Override
        public Optional<String> body() {
            return Optional.of(this.response.body());
        }
    }

    private static Response send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return new Response(CLIENT.send(request.timeout(Duration.ofSeconds(10)).build(), BodyHandlers.ofString()));
    }

    private Response get() throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(this.api.url() + "/dois?page=1")));
    }

    private List<Integer> statuses(int many) throws IOException, InterruptedException {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            statuses.add(get().status());
        }
        return statuses;
    }

    @Test
    void what_is_above_the_quota_is_refused_until_the_clock_is_in_the_next_window() throws Exception {
        this.clock.advance(Duration.ofSeconds(299));
        assertThat(statuses(3)).containsExactly(200, 200, 429);
        assertThat(get().header("Retry-After")).containsExactly("1");

        this.clock.advance(Duration.ofSeconds(1));
        assertThat(statuses(1)).containsExactly(200);
        assertThat(this.api.refusals()).isEqualTo(2);
        assertThat(this.api.arrivals().count()).isEqualTo(5);
        assertThat(this.api.arrivals().instants()).last().isEqualTo(Duration.ofSeconds(300));
    }

    @ParameterizedTest
    @CsvSource({"TOKEN_BUCKET, 2", "FIXED_WINDOW, 4", "SLIDING_WINDOW, 4", "LEAKY_BUCKET, 2"})
    void each_model_counts_over_http(ServerQuota.Model model, int secondsUntilAllIsBack) throws Exception {
        try (FakeApi other = FakeApi.start(new ServerQuota(model, 4, 4, Duration.ofSeconds(4)), this.clock)) {
            List<Integer> statuses = IntStream.range(0, 8)
                    .mapToObj(i -> {
                        this.clock.advance(Duration.ofMillis(500));
                        return sent(other);
                    })
                    .toList();
            assertThat(statuses.subList(0, 4)).containsOnly(200);
            assertThat(other.refusals())
                    .isEqualTo((int) statuses.stream().filter(s -> s == 429).count());
            this.clock.advance(Duration.ofSeconds(secondsUntilAllIsBack));
            assertThat(sent(other)).isEqualTo(200);
        }
    }

    private static int sent(FakeApi api) {
        try {
            return send(HttpRequest.newBuilder(URI.create(api.url()))).status();
        } catch (IOException | InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @ParameterizedTest
    @EnumSource(value = RetryAfterForm.class, mode = Mode.EXCLUDE, names = "NONE")
    void the_classifier_reads_each_form_and_is_never_told_to_come_too_early(RetryAfterForm form) throws Exception {
        ResponseClassifier classifier = ResponseClassifier.rules()
                .retryAfterHeader("RateLimit-Reset")
                .on(
                        429,
                        answer -> answer.untilReset("X-RateLimit-Reset")
                                .map(wait -> Verdict.throttled().withRetryAfter(wait)))
                .build();
        this.api.retryAfter(form).pause(Duration.ofMillis(3_599_500));
        Response refused = get();

        assertThat(classifier.classify(refused))
                .isInstanceOfSatisfying(
                        Verdict.Throttled.class,
                        verdict -> assertThat(verdict.retryAfter())
                                .isBetween(Duration.ofMillis(3_599_500), Duration.ofSeconds(3602)));
    }

    @Test
    void a_server_may_say_nothing_of_when_and_use_another_status() throws Exception {
        this.api.retryAfter(RetryAfterForm.NONE).refuseWith(403).pause(Duration.ofHours(1));
        Response refused = get();

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.header("Retry-After")).isEmpty();
    }

    @Test
    void a_pause_refuses_everything_until_it_is_over_and_spends_nothing() throws Exception {
        this.api.pause(Duration.ofMinutes(1)).pause(Duration.ofSeconds(1));
        assertThat(statuses(5)).containsOnly(429);
        this.clock.advance(Duration.ofSeconds(59));
        assertThat(get().header("Retry-After")).containsExactly("1");

        this.clock.advance(Duration.ofSeconds(1));
        assertThat(statuses(3)).containsExactly(200, 200, 429);
    }

    @Test
    void a_request_is_kept_and_answered_as_the_test_says() throws Exception {
        this.api.answer(request -> Answer.json("{\"said\":\"" + request.body() + "\"}"));
        Response answer = send(HttpRequest.newBuilder(URI.create(this.api.url() + "/dois?a=b"))
                .header("Idempotency-Key", "7")
                .POST(BodyPublishers.ofString("ä")));

        assertThat(answer.body()).contains("{\"said\":\"ä\"}");
        assertThat(answer.header("Content-Type")).containsExactly("application/json");
        assertThat(this.api.requests()).singleElement().satisfies(request -> {
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.path()).isEqualTo("/dois?a=b");
            assertThat(request.headers().get("idempotency-KEY")).containsExactly("7");
            assertThat(request.refused()).isFalse();
        });
    }

    @Test
    void an_answer_that_fails_is_a_500_that_says_why() throws Exception {
        this.api.answer(request -> {
            throw new IllegalStateException("not like that");
        });
        Response answer = get();

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.body().orElseThrow()).contains("not like that");
    }

    @Test
    void after_a_reset_it_counts_from_nothing() throws Exception {
        assertThat(statuses(3)).containsExactly(200, 200, 429);
        this.api.pause(Duration.ofHours(1)).reset();

        assertThat(statuses(2)).containsOnly(200);
        assertThat(this.api.requests()).hasSize(2);
        assertThat(this.api.arrivals().count()).isEqualTo(2);
        assertThat(this.api.refusals()).isZero();
    }

    @Test
    void in_real_time_it_needs_no_clock() throws Exception {
        try (FakeApi real = FakeApi.start(ServerQuota.tokenBucket(1, 1, Duration.ofDays(1)))) {
            assertThat(sent(real)).isEqualTo(200);
            assertThat(sent(real)).isEqualTo(429);
            real.arrivals().assertNoWindowHoldsMoreThan(2, Duration.ofDays(1));
        }
    }
}
