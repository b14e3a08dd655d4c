package dev.limiter.spring.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.client.BufferingClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestTemplate;

/** An Apache HttpClient that the application has made itself, and has not told of the limiter. */
@ExtendWith(OutputCaptureExtension.class)
class UntoldApacheTests {

    private final Upstream upstream = Upstream.answering(Answer.ok());

    private final LimitedApplication application =
            LimitedApplication.start(LimitedApplication.contour("api", this.upstream));

    private final RestClientLimits limits = this.application.bean(RestClientLimits.class);

    @AfterEach
    void close() {
        this.application.close();
        this.upstream.close();
    }

    private RestTemplate template(boolean buffering) {
        ClientHttpRequestFactory factory = new HttpComponentsClientHttpRequestFactory();
        return this.limits.limit(
                new RestTemplate(buffering ? new BufferingClientHttpRequestFactory(factory) : factory));
    }

    private long posts() {
        return this.upstream.arrivals().stream()
                .filter(arrival -> arrival.method().equals("POST"))
                .count();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_refusal_after_a_redirect_says_nothing_of_the_post_before_it(boolean buffering) {
        this.upstream.answer(
                Answer.status(303, "Location", this.upstream.url() + "/b"),
                // its own repeat is refused too
                Answer.tooMany("1"),
                Answer.tooMany("1"),
                Answer.ok());

        assertThatThrownBy(() -> template(buffering).postForLocation(this.upstream.url() + "/a", "a record"))
                .isNotNull();
        assertThat(posts()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_redirect_to_where_nobody_is_says_nothing_of_the_post_before_it(boolean buffering) {
        this.upstream.answer(Answer.status(303, "Location", "http://localhost:1/b"), Answer.ok());

        assertThatThrownBy(() -> template(buffering).postForLocation(this.upstream.url() + "/a", "a record"))
                .isNotNull();
        assertThat(posts()).isEqualTo(1);
    }

    @Test
    void one_that_the_application_has_extended_is_the_same() {
        this.upstream.answer(Answer.status(503), Answer.tooMany("1"), Answer.ok());
        RestTemplate template = this.limits.limit(new RestTemplate(new HttpComponentsClientHttpRequestFactory() {}));

        assertThatThrownBy(() -> template.postForLocation(this.upstream.url() + "/a", "a record"))
                .isInstanceOf(HttpClientErrorException.TooManyRequests.class);
        assertThat(posts()).isEqualTo(2);
    }

    @Test
    void what_it_sends_once_more_by_itself_may_have_been_acted_upon_before_the_refusal(CapturedOutput output) {
        this.upstream.answer(Answer.status(503), Answer.tooMany("1"), Answer.ok());

        assertThatThrownBy(() -> template(false).postForLocation(this.upstream.url() + "/a", "a record"))
                .isInstanceOf(HttpClientErrorException.TooManyRequests.class);
        assertThat(posts()).isEqualTo(2);
        assertThat(output).contains("An Apache HttpClient that the application has made itself");
    }
}
