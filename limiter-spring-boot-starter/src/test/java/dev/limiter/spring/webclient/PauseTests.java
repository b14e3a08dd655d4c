package dev.limiter.spring.webclient;

import static dev.limiter.spring.testing.LimitedApplication.all;
import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.PermitTimeoutException;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import dev.limiter.spring.testing.Upstream.Arrival;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** What a refusal does to everybody on its contour, measured by the server's own log. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PauseTests {

    private final Upstream api = Upstream.answering(Answer.ok());

    private final LimitedApplication app = LimitedApplication.start(all(
            all(contour("api", this.api), contour("data", this.api, "hosts=")),
            all(
                    contour("[data:cite]", this.api, "hosts="),
                    contour("late", this.api, "hosts=", "arrival-jitter=0ms"))));

    private String key = "";

    private WebClient client = this.app.client(this.api);

    private int before;

    @BeforeEach
    void start(TestInfo test) {
        this.key = test.getTestMethod().orElseThrow().getName()
                + test.getDisplayName().hashCode();
        this.client = this.app.client(this.api, "api", this.key);
        this.api.answer(Answer.ok());
        this.client.get().retrieve().toBodilessEntity().block();
        this.app.told().paused.clear();
        this.app.told().granted.clear();
        this.before = this.api.count();
    }

    @AfterAll
    void close() {
        this.app.close();
        this.api.close();
    }

    private List<Arrival> arrivals() {
        return this.api.arrivals().subList(this.before, this.api.count());
    }

    private long firstGap() {
        return arrivals().get(1).millisSince(arrivals().get(0));
    }

    private static Mono<String> get(WebClient client) {
        return client.get().retrieve().bodyToMono(String.class);
    }

    @Test
    void p01_decimal_seconds_are_honoured_and_not_cut() {
        this.api.answer(Answer.tooMany("0.314"), Answer.ok());

        get(this.client).block();

        assertThat(firstGap()).isBetween(313L, 900L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "0", "soon", "1e400", "Sun, 06 Nov 1994 08:49:37 GMT"})
    void p03_what_is_no_usable_hint_leads_to_the_ordinary_back_off(String retryAfter) {
        this.api.answer(Answer.tooMany(retryAfter), Answer.ok());

        get(this.client).block();

        assertThat(firstGap()).isBetween(99L, 700L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2147484", "9999999999", "9223372036854775807", "Fri, 31 Dec 9999 23:59:59 GMT"})
    void p05_a_value_that_is_too_long_to_wait_for_fails_at_once_and_stops_everybody(String retryAfter) {
        this.api.answer(Answer.tooMany(retryAfter));

        assertThatThrownBy(() -> get(this.client).block(Duration.ofSeconds(5)))
                .isInstanceOf(WebClientResponseException.TooManyRequests.class);
        assertThatThrownBy(() -> get(this.client).block(Duration.ofSeconds(5)))
                .isInstanceOfSatisfying(
                        PermitTimeoutException.class,
                        ex -> assertThat(ex.retryAfter())
                                .hasValueSatisfying(left ->
                                        assertThat(left).isBetween(Duration.ofHours(23), Duration.ofHours(24))));

        assertThat(arrivals()).hasSize(1);
    }

    @Test
    void p08_seconds_are_seconds() {
        this.api.answer(Answer.tooMany("1"), Answer.ok());

        get(this.client).block();

        assertThat(firstGap()).isBetween(999L, 1700L);
    }

    @Test
    void p08_a_date_is_read_against_the_servers_own_clock() {
        ZonedDateTime wrong = ZonedDateTime.of(2031, 2, 3, 4, 5, 6, 0, ZoneOffset.UTC);
        DateTimeFormatter http = DateTimeFormatter.RFC_1123_DATE_TIME;
        this.api.answer(
                Answer.status(429, "Date", http.format(wrong), "Retry-After", http.format(wrong.plusSeconds(1))),
                Answer.ok());

        get(this.client).block();

        assertThat(firstGap()).isBetween(990L, 2700L);
    }

    @Test
    void p10_of_several_values_the_longest_usable_one_wins() {
        this.api.answer(
                Answer.status(429, "Retry-After", "0.3", "Retry-After", "0.1", "Retry-After", "x"), Answer.ok());
        get(this.client).block();
        assertThat(firstGap()).isBetween(299L, 900L);

        this.before = this.api.count();
        this.api.answer(Answer.tooMany("0.1, 0.3, rubbish"), Answer.ok());
        get(this.client).block();
        assertThat(firstGap()).isBetween(299L, 900L);
    }

    @Test
    void p11_without_a_hint_the_number_of_requests_grows_with_time_and_not_with_callers() {
        this.api.answer(Answer.status(429), Answer.status(429), Answer.status(429), Answer.ok());

        List<String> all = Flux.range(0, 5)
                .flatMap(i -> get(this.client).onErrorReturn("gave up"))
                .collectList()
                .blockOptional(Duration.ofSeconds(10))
                .orElseThrow();

        assertThat(all).containsOnly("said 200");
        // Those that were in flight together are one event; after each pause those that waited go.
        assertThat(arrivals().size()).isLessThanOrEqualTo(5 + 3);
        assertThat(this.app.told().paused).isNotEmpty();
    }

    @Test
    void p16_a_503_with_a_hint_silences_the_contour() {
        this.api.answer(Answer.status(503, "Retry-After", "0.4"), Answer.ok());

        get(this.client).block();
        assertThat(firstGap()).isBetween(399L, 1000L);
        assertThat(this.app.told().paused).hasSize(1);
    }

    @Test
    void p24_nothing_is_sent_before_the_end_of_a_pause_by_anybody() {
        this.api.answer(Answer.tooMany("0.6"), Answer.ok());
        WebClient other = this.app.client(this.api, "api", this.key);

        Mono<String> refused = get(this.client);
        Flux<String> newcomers = Flux.range(0, 10)
                .flatMap(i -> Mono.delay(Duration.ofMillis(100 + 40 * i)).then(get(other)));
        Flux.merge(refused, newcomers).blockLast(Duration.ofSeconds(10));

        assertThat(arrivals()).hasSize(12);
        assertThat(arrivals().stream().skip(1))
                .allSatisfy(
                        late -> assertThat(late.millisSince(arrivals().get(0))).isGreaterThanOrEqualTo(599));
    }

    @Test
    void p24_a_request_that_has_its_permit_but_no_connection_yet_is_not_sent_into_the_pause() {
        WebClient narrow = this.client
                .mutate()
                .clientConnector(new ReactorClientHttpConnector(HttpClient.create(ConnectionProvider.create("one", 1))))
                .build();
        get(narrow).block();
        this.before = this.api.count();
        this.app.told().granted.clear();
        this.api.answer(Answer.after(Duration.ofMillis(200), Answer.tooMany("0.6")), Answer.ok());

        Flux.merge(get(narrow), get(narrow)).blockLast(Duration.ofSeconds(10));

        assertThat(arrivals()).hasSize(3);
        assertThat(arrivals().stream().skip(1))
                .allSatisfy(
                        late -> assertThat(late.millisSince(arrivals().get(0))).isGreaterThanOrEqualTo(799));
        assertThat(this.app.permits("api")).isEqualTo(4);
    }

    @Test
    void p26_one_address_that_is_always_refused_fails_alone_and_the_others_get_on_between_its_pauses() {
        this.api.answer((request, response) -> "/x".equals(request.uri())
                ? Answer.tooMany("0.05").answer(request, response)
                : Answer.ok().answer(request, response));
        Mono<String> refused = this.client
                .get()
                .uri("/x")
                .retrieve()
                .bodyToMono(String.class)
                .onErrorResume(ex -> Mono.just(String.valueOf(ex.getMessage())));
        Flux<String> others = Flux.range(0, 50).concatMap(i -> get(this.client));

        List<String> all = Flux.merge(refused, others)
                .collectList()
                .blockOptional(Duration.ofSeconds(20))
                .orElseThrow();

        assertThat(all).filteredOn("said 200"::equals).hasSize(50);
        assertThat(all).anySatisfy(last -> assertThat(last).startsWith("429 Too Many Requests"));
        assertThat(this.app.told().paused)
                .hasSizeBetween(1, 5)
                .allSatisfy(cause -> assertThat(cause).isEqualTo("api: 429 at " + this.api.host()));
    }

    @Test
    void p27_a_pause_in_one_contour_does_not_touch_another_with_a_similar_name() {
        WebClient data = this.app.client(this.api, "data", "");
        WebClient cite = this.app.client(this.api, "data:cite", "");
        this.api.answer(Answer.tooMany("20"), Answer.ok());

        assertThatThrownBy(() -> get(data).timeout(Duration.ofMillis(300)).block())
                .hasMessageContaining("300ms");
        for (int i = 0; i < 5; i++) {
            assertThat(get(cite).block(Duration.ofSeconds(1))).isEqualTo("said 200");
        }

        assertThat(arrivals()).hasSize(6);
    }

    @Test
    void permits_that_waited_too_long_for_a_connection_are_exchanged_so_that_nothing_arrives_in_a_bunch() {
        WebClient narrow = this.app
                .client(this.api, "late", "")
                .mutate()
                .clientConnector(
                        new ReactorClientHttpConnector(HttpClient.create(ConnectionProvider.create("late", 1))))
                .build();
        this.api.answer(Answer.after(Duration.ofMillis(600), Answer.ok()), Answer.ok());

        Flux.merge(get(narrow), get(narrow)).blockLast(Duration.ofSeconds(10));

        assertThat(arrivals()).hasSize(2);
        assertThat(this.app.permits("late")).isGreaterThanOrEqualTo(3);
    }
}
