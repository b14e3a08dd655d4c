package dev.limiter.spring.webclient;

import static dev.limiter.spring.testing.LimitedApplication.all;
import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.PermitTimeoutException;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.web.reactive.function.client.WebClient;

/** Redirects that Reactor Netty follows, as it does by default with Spring Boot, are counted. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedirectTests {

    private final Upstream api = Upstream.answering(Answer.ok());

    private final Upstream elsewhere = Upstream.answering(Answer.ok());

    private final LimitedApplication app = LimitedApplication.start(all(
            contour("api", this.api),
            contour(
                    "narrow",
                    this.api,
                    "hosts=",
                    "limits[0].rate=1/10s",
                    "limits[0].capacity=1",
                    "arrival-jitter=0ms",
                    "max-wait=200ms")));

    private final WebClient client = this.app.client(this.api);

    @BeforeEach
    void start() {
        this.app.told().granted.clear();
    }

    @AfterAll
    void close() {
        this.app.close();
        this.api.close();
        this.elsewhere.close();
    }

    private static String get(WebClient client) {
        return client.get()
                .retrieve()
                .bodyToMono(String.class)
                .blockOptional(Duration.ofSeconds(5))
                .orElseThrow();
    }

    @Test
    void each_request_of_a_chain_of_redirects_takes_a_permit() {
        int before = this.api.count();
        this.api.answer(Answer.status(302, "Location", "/a"), Answer.status(307, "Location", "/b"), Answer.ok());

        assertThat(get(this.client)).isEqualTo("said 200");

        assertThat(this.api.count() - before).isEqualTo(3);
        assertThat(this.app.told().granted).containsExactly("api", "api", "api");
    }

    @Test
    void a_redirect_to_a_host_of_no_contour_takes_none() {
        this.api.answer(Answer.status(302, "Location", this.elsewhere.url()));

        assertThat(get(this.client)).isEqualTo("said 200");

        assertThat(this.app.told().granted).containsExactly("api");
    }

    @Test
    void a_redirect_from_a_host_of_no_contour_to_a_limited_one_takes_one() {
        this.api.answer(Answer.ok());
        this.elsewhere.answer(Answer.status(302, "Location", this.api.url()), Answer.ok());

        assertThat(get(this.app.client(this.elsewhere))).isEqualTo("said 200");

        assertThat(this.app.told().granted).containsExactly("api");
    }

    @Test
    void a_redirect_that_gets_no_permit_is_not_followed_and_the_refusal_reaches_the_caller() {
        int before = this.api.count();
        this.api.answer(Answer.status(302, "Location", "/a"), Answer.ok());

        assertThatThrownBy(() -> get(this.app.client(this.api, "narrow", "k")))
                .isInstanceOf(PermitTimeoutException.class);

        assertThat(this.api.count() - before).isEqualTo(1);
    }

    @Test
    void a_refusal_after_a_redirect_pauses_and_is_repeated_from_the_start() {
        int before = this.api.count();
        this.api.answer(
                Answer.status(302, "Location", "/a"),
                Answer.tooMany("0.1"),
                Answer.status(302, "Location", "/a"),
                Answer.ok());

        assertThat(get(this.client)).isEqualTo("said 200");

        List<String> paths = this.api.arrivals().stream()
                .skip(before)
                .map(Upstream.Arrival::path)
                .toList();
        assertThat(paths).containsExactly("/", "/a", "/", "/a");
        assertThat(this.app.permits("api")).isEqualTo(4);
    }
}
