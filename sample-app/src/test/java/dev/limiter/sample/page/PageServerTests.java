package dev.limiter.sample.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.sample.process.SharedRedis;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** What the web server of the page answers, whatever the browser. */
class PageServerTests {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Pattern NAMED = Pattern.compile("(?:href=|src=|from )[\"'](?:\\./)?([^\"']+)");

    private static SharedRedis redis;

    private static Page page;

    @BeforeAll
    static void start() {
        redis = SharedRedis.start();
        // Somebody else's, to the page.
        page = Page.start(0, 2, SharedRedis.at(redis.url()));
    }

    @AfterAll
    static void close() {
        page.close();
        redis.close();
    }

    @Test
    void the_page_names_only_files_that_are_here() {
        List<String> files = List.of("", "page.js").stream()
                .flatMap(name -> named(get(name)).stream())
                .toList();
        assertThat(files).contains("page.css", "charts.js").hasSizeGreaterThanOrEqualTo(8);
        assertThat(files)
                .allSatisfy(file -> assertThat(get(file).getStatusCode()).isEqualTo(HttpStatus.OK));
    }

    private static List<String> named(ResponseEntity<String> text) {
        return NAMED.matcher(Objects.requireNonNull(text.getBody()))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void the_browser_is_told_to_take_nothing_from_elsewhere() {
        assertThat(get("").getHeaders().getFirst("Content-Security-Policy")).startsWith("default-src 'self';");
    }

    @Test
    void a_page_from_elsewhere_presses_no_button() {
        assertThat(post("load/steady", HttpHeaders.ORIGIN, "https://example.org")
                        .getStatusCode())
                .isEqualTo(HttpStatus.FORBIDDEN);
        assertThat(post("load/steady", HttpHeaders.HOST, "example.org").getStatusCode())
                .isEqualTo(HttpStatus.FORBIDDEN);
        assertThat(page.controls().isSteady()).isFalse();
        String own = page.address().toString().replaceFirst("/$", "");
        assertThat(post("load/steady", HttpHeaders.ORIGIN, own).getStatusCode()).isEqualTo(HttpStatus.NO_CONTENT);
        assertThat(page.controls().isSteady()).isTrue();
        page.controls().off();
    }

    @Test
    void the_redis_of_somebody_else_is_not_killed() {
        ResponseEntity<String> answer = post("redis/kill", HttpHeaders.ACCEPT, "*/*");
        assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.CONFLICT);
        assertThat(answer.getBody()).isEqualTo("The Redis that --redis names is somebody else's: it is not killed");
        assertThat(redis.isThere()).isTrue();
    }

    @Test
    void whoever_comes_late_is_told_of_what_was_before() {
        List<Snapshot> first = follow(4);
        List<Snapshot> late = follow(2);
        assertThat(late).isEqualTo(first.subList(0, 2));
        assertThat(first).extracting(Snapshot::at).isSorted();
        assertThat(first.get(3).workers())
                .extracting(Snapshot.WorkerView::answers)
                .containsOnly(true);
    }

    @Test
    void who_sends_to_the_api_by_hand_is_no_worker_and_ends_nothing() {
        long before = follow(1).get(0).at();
        HttpStatusCode status =
                Objects.requireNonNull(WebClient.create(page.api().baseUrl().toString())
                        .post()
                        .uri("/dois")
                        .contentType(MediaType.APPLICATION_JSON)
                        .bodyValue("{\"data\":{\"type\":\"dois\",\"attributes\":{\"doi\":\"10.5555/by-hand\"}}}")
                        .exchangeToMono(answer -> Mono.just(answer.statusCode()))
                        .block(PATIENCE));
        assertThat(status).isEqualTo(HttpStatus.CREATED);

        List<Snapshot> seen = Objects.requireNonNull(client().get()
                .uri("events")
                .retrieve()
                .bodyToFlux(Snapshot.class)
                .takeUntil(snapshot -> snapshot.at() > before + 2_000)
                .collectList()
                .block(PATIENCE));
        assertThat(seen.get(seen.size() - 1).at()).isGreaterThan(before + 2_000);
    }

    private static List<Snapshot> follow(int count) {
        return Objects.requireNonNull(client().get()
                .uri("events")
                .retrieve()
                .bodyToFlux(Snapshot.class)
                .take(count)
                .collectList()
                .block(PATIENCE));
    }

    private static WebClient client() {
        return WebClient.builder()
                .baseUrl(page.address().toString())
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(1 << 20))
                .build();
    }

    private static ResponseEntity<String> get(String file) {
        return Objects.requireNonNull(
                client().get().uri(file).retrieve().toEntity(String.class).block(PATIENCE));
    }

    private static ResponseEntity<String> post(String button, String header, String value) {
        return Objects.requireNonNull(client().post()
                .uri(button)
                .header(header, value)
                .retrieve()
                .onStatus(status -> true, answer -> Mono.empty())
                .toEntity(String.class)
                .block(PATIENCE));
    }
}
