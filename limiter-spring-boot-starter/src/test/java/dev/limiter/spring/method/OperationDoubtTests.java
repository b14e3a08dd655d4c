package dev.limiter.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.OperationState;
import dev.limiter.Operations;
import dev.limiter.PermitPer;
import dev.limiter.RateLimited;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** What a server may have done, although the last that was heard speaks against it. */
class OperationDoubtTests {

    private final Upstream upstream = Upstream.answering(Answer.ok());

    @Configuration(proxyBeanMethods = false)
    static class Deposits {

        @Bean
        Client client(RestClient.Builder rest, WebClient.Builder web) {
            return new Client(rest.build(), web.build());
        }
    }

    static class Client {

        private final RestClient rest;

        private final WebClient web;

        Client(RestClient rest, WebClient web) {
            this.rest = rest;
            this.web = web;
        }

        @RateLimited(contour = "api", operation = "#id")
        public void blocking(String url, String id) {
            this.rest.post().uri(url).body(id).retrieve().toBodilessEntity();
        }

        @RateLimited(contour = "api", operation = "#id")
        public void impatient(String url, String id) throws Exception {
            this.web
                    .post()
                    .uri(url)
                    .bodyValue(id)
                    .retrieve()
                    .toBodilessEntity()
                    .toFuture()
                    .get(50, TimeUnit.MILLISECONDS);
        }

        @RateLimited(contour = "api", operation = "#id", permit = PermitPer.METHOD)
        public void sentAndNotSaved(String id) {
            throw new IllegalStateException("sent, but not saved", new ConnectException("the database is away"));
        }

        @RateLimited(contour = "api", operation = "#id")
        public void reactive(String url, String id) {
            this.web.post().uri(url).bodyValue(id).retrieve().toBodilessEntity().block();
        }
    }

    private LimitedApplication start(String library, String redirects, String... settings) {
        return LimitedApplication.start(
                LimitedApplication.all(
                        LimitedApplication.contour("api", this.upstream, settings),
                        List.of(
                                "spring.http.clients.imperative.factory=" + library,
                                "spring.http.clients.redirects=" + redirects)),
                Deposits.class);
    }

    private static OperationState state(LimitedApplication application) {
        return application.bean(Operations.class).find("api", "one").join();
    }

    private long posts() {
        return this.upstream.arrivals().stream()
                .filter(arrival -> arrival.path().equals("/deposits"))
                .count();
    }

    @AfterEach
    void close() {
        this.upstream.close();
    }

    @Test
    void a_redirect_that_leads_into_the_contour_may_have_been_acted_upon_there() {
        try (Upstream elsewhere =
                        Upstream.answering(Answer.status(307, "Location", this.upstream.url() + "/deposits"));
                LimitedApplication application =
                        start("http-components", "follow-when-possible", "retry.max-attempts=1")) {
            this.upstream.answer(Answer.status(503));
            Client client = application.bean(Client.class);
            assertThatThrownBy(() -> client.blocking(elsewhere.url(), "one")).isNotNull();

            assertThat(posts()).isEqualTo(1);
            assertThat(state(application)).isInstanceOf(OperationState.InFlight.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk", "reactor", "web"})
    void a_refusal_after_a_redirect_says_nothing_of_the_post_before_it(String library) {
        this.upstream.answer(
                Answer.status(303, "Location", this.upstream.url() + "/b"),
                Answer.tooMany("0.1"),
                Answer.status(303, "Location", this.upstream.url() + "/b"),
                Answer.tooMany("0.1"));
        try (LimitedApplication application =
                start(library.equals("web") ? "jdk" : library, "follow-when-possible", "retry.max-attempts=2")) {
            Client client = application.bean(Client.class);
            String url = this.upstream.url() + "/deposits";
            assertThatThrownBy(() -> {
                        if (library.equals("web")) {
                            client.reactive(url, "one");
                        } else {
                            client.blocking(url, "one");
                        }
                    })
                    .isNotNull();

            assertThat(posts()).isEqualTo(1);
            assertThat(state(application)).isInstanceOf(OperationState.InFlight.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk", "reactor", "web"})
    void a_redirect_to_where_nobody_is_says_nothing_of_the_post_before_it(String library) {
        this.upstream.answer(Answer.status(303, "Location", "http://localhost:1/b"));
        try (LimitedApplication application = start(
                library.equals("web") ? "jdk" : library, "follow-when-possible", "retry.max-attempts=2", "hosts=")) {
            Client client = application.bean(Client.class);
            String url = this.upstream.url() + "/deposits";
            assertThatThrownBy(() -> {
                        if (library.equals("web")) {
                            client.reactive(url, "one");
                        } else {
                            client.blocking(url, "one");
                        }
                    })
                    .isNotNull();

            assertThat(posts()).isEqualTo(1);
            assertThat(state(application)).isInstanceOf(OperationState.InFlight.class);
        }
    }

    @Test
    void what_waits_for_its_permit_when_the_method_ends_is_not_sent_once_it_is_released() throws Exception {
        try (LimitedApplication application = start(
                "jdk",
                "follow-when-possible",
                "limits[0].rate=4/s",
                "limits[0].capacity=1",
                "starting-balance=empty",
                "max-wait=10s")) {
            Client client = application.bean(Client.class);
            String url = this.upstream.url() + "/deposits";
            assertThatThrownBy(() -> client.impatient(url, "one")).isInstanceOf(TimeoutException.class);
            assertThat(state(application)).isInstanceOf(OperationState.Unclaimed.class);
            client.blocking(url, "one");
            // Whoever asks for a permit later is behind the one that was left behind.
            client.blocking(url, "two");

            assertThat(this.upstream.arrivals().stream()
                            .filter(arrival -> arrival.body().toString().equals("one"))
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void a_method_that_fails_at_something_else_after_its_request_leaves_it_in_flight() {
        try (LimitedApplication application = start("jdk", "follow-when-possible")) {
            assertThatThrownBy(() -> application.bean(Client.class).sentAndNotSaved("one"))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(state(application)).isInstanceOf(OperationState.InFlight.class);
        }
    }

    @Test
    void a_redirect_that_is_not_followed_is_not_done() {
        this.upstream.answer(Answer.status(308, "Location", this.upstream.url() + "/b"));
        try (LimitedApplication application = start("jdk", "dont-follow")) {
            application.bean(Client.class).blocking(this.upstream.url() + "/deposits", "one");
            assertThat(state(application)).isNotInstanceOf(OperationState.Done.class);
        }
    }
}
