package dev.limiter.spring.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.client.BufferingClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.mock.http.client.MockClientHttpResponse;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** Request factories that are wrapped by the application, or misbehave. */
class WrappedFactoryTests {

    private final Upstream upstream = Upstream.answering(Answer.ok());

    private final LimitedApplication application = LimitedApplication.start(
            LimitedApplication.contour("api", this.upstream, "concurrency=1", "max-wait=500ms"));

    private final RestClientLimits limits = this.application.bean(RestClientLimits.class);

    @AfterEach
    void close() {
        this.application.close();
        this.upstream.close();
    }

    @Test
    void a_refusal_after_a_redirect_that_was_read_into_memory_says_nothing_of_the_post_before_it() {
        this.upstream.answer(Answer.status(303, "Location", this.upstream.url() + "/b"), Answer.tooMany("0.1"));
        RestTemplate template = this.limits.limit(
                new RestTemplate(new BufferingClientHttpRequestFactory(new JdkClientHttpRequestFactory(
                        HttpClient.newBuilder().followRedirects(Redirect.NORMAL).build()))));

        assertThatThrownBy(() -> template.postForLocation(this.upstream.url() + "/a", "a record"))
                .isInstanceOf(HttpClientErrorException.TooManyRequests.class);
        assertThat(this.upstream.arrivals())
                .extracting(Upstream.Arrival::method)
                .containsExactly("POST", "GET");
    }

    @Test
    void a_factory_that_hides_a_limited_one_pays_once() {
        ClientHttpRequestFactory limited = this.limits
                .limit(new RestTemplate(new JdkClientHttpRequestFactory()))
                .getRequestFactory();
        RestClient client = this.limits.limit(RestClient.builder()
                .requestFactory((url, method) -> limited.createRequest(url, method))
                .build());
        client.post().uri(this.upstream.url()).body("a record").retrieve().toBodilessEntity();

        assertThat(this.upstream.arrivals())
                .extracting(arrival -> arrival.body().toString())
                .containsExactly("a record");
        assertThat(this.application.permits("api")).isEqualTo(1);
    }

    @Test
    void a_response_that_fails_when_it_is_closed_gives_its_place_back() {
        RestClient client = this.limits.limit(RestClient.builder()
                .requestFactory((url, method) -> {
                    MockClientHttpRequest request = new MockClientHttpRequest(method, url);
                    request.setResponse(new FailingAtClose());
                    return request;
                })
                .build());

        for (int call = 0; call < 2; call++) {
            assertThatThrownBy(() ->
                            client.get().uri(this.upstream.url()).retrieve().toBodilessEntity())
                    .hasMessageContaining("cannot be closed");
        }
    }

    private static final class FailingAtClose extends MockClientHttpResponse {

        FailingAtClose() {
            super(InputStream.nullInputStream(), 200);
        }

        @Override
        public void close() {
            throw new IllegalStateException("cannot be closed");
        }
    }
}
