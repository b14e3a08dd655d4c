package dev.limiter.spring.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.spring.call.LimiterAttributes;
import dev.limiter.spring.restclient.RestClientLimits;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.reactive.HttpComponentsClientHttpConnector;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/** A call whose last request was refused, but of which the server has seen more. */
class ActedBeforeTests {

    private final Upstream upstream = Upstream.answering(Answer.ok());

    private final LimitedApplication application =
            LimitedApplication.start(LimitedApplication.contour("api", this.upstream));

    @AfterEach
    void close() {
        this.application.close();
        this.upstream.close();
    }

    private void post(WebClient client) {
        client.post()
                .uri(this.upstream.url() + "/a")
                .retrieve()
                .toBodilessEntity()
                .block(Duration.ofSeconds(20));
    }

    /** Sends it, and then asks what has become of it. */
    private ExchangeFilterFunction asking() {
        return (request, next) -> next.exchange(request)
                .flatMap(response -> response.releaseBody()
                        .then(next.exchange(ClientRequest.from(request)
                                .method(HttpMethod.GET)
                                .url(URI.create(this.upstream.url() + "/status"))
                                .build())));
    }

    @Test
    void a_post_that_succeeded_is_not_sent_again_for_a_refusal_of_what_its_filter_asks_then() {
        this.upstream.answer(Answer.status(202), Answer.tooMany("0.01"), Answer.ok());

        assertThatThrownBy(
                        () -> post(this.application.builder().filter(asking()).build()))
                .isInstanceOf(WebClientResponseException.TooManyRequests.class);
        assertThat(this.upstream.arrivals())
                .extracting(Upstream.Arrival::method)
                .containsExactly("POST", "GET");
    }

    @Test
    void a_post_that_was_refused_is_sent_again_with_all_that_its_filter_does() {
        this.upstream.answer(Answer.tooMany("0.01"), Answer.tooMany("0.01"), Answer.ok());

        post(this.application.builder().filter(asking()).build());

        assertThat(this.upstream.arrivals())
                .extracting(Upstream.Arrival::method)
                .containsExactly("POST", "GET", "POST", "GET");
    }

    @Test
    void an_interceptor_that_sends_again_after_a_failure_is_not_helped_by_a_refusal() {
        this.upstream.answer(Answer.status(503), Answer.tooMany("0.01"), Answer.ok());
        RestClient client = this.application
                .bean(RestClient.Builder.class)
                .requestInterceptor((request, body, execution) -> {
                    var first = execution.execute(request, body);
                    if (first.getStatusCode().value() != 503) {
                        return first;
                    }
                    first.close();
                    return execution.execute(request, body);
                })
                .build();

        assertThatThrownBy(
                        () -> client.post().uri(this.upstream.url()).retrieve().toBodilessEntity())
                .isInstanceOf(HttpClientErrorException.TooManyRequests.class);
        assertThat(this.upstream.count()).isEqualTo(2);
    }

    @Test
    void apaches_asynchronous_client_may_have_sent_it_before() {
        this.upstream.answer(Answer.status(503), Answer.tooMany("1"), Answer.ok());
        WebClient client = this.application
                .builder()
                .clientConnector(new HttpComponentsClientHttpConnector())
                .build();

        assertThatThrownBy(() -> post(client)).isInstanceOf(WebClientResponseException.TooManyRequests.class);
        assertThat(this.upstream.count()).isEqualTo(2);
    }

    @Test
    void a_body_that_is_gone_is_not_left_out_of_a_repeat_whatever_is_said_of_it() {
        this.upstream.answer(Answer.status(503), Answer.ok());
        RestTemplate template = this.application
                .bean(RestClientLimits.class)
                .limit(new RestTemplate(new HttpComponentsClientHttpRequestFactory()));

        assertThatThrownBy(() -> template.execute(
                        this.upstream.url(),
                        HttpMethod.PUT,
                        request -> {
                            request.getAttributes().put(LimiterAttributes.REPEATABLE_BODY, true);
                            request.getBody().write("a record".getBytes(StandardCharsets.UTF_8));
                        },
                        response -> ""))
                .isInstanceOf(HttpServerErrorException.class);
        assertThat(this.upstream.arrivals())
                .allSatisfy(arrival -> assertThat(arrival.body()).hasToString("a record"));
    }
}
