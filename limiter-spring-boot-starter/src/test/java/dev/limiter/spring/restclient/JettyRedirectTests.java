package dev.limiter.spring.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import org.eclipse.jetty.client.HttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.client.JettyClientHttpRequestFactory;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestTemplate;

/** Jetty's answers do not say whether they are behind a redirect. */
class JettyRedirectTests {

    private final Upstream upstream = Upstream.answering(Answer.ok());

    private final LimitedApplication application =
            LimitedApplication.start(LimitedApplication.contour("api", this.upstream));

    private final HttpClient jetty = new HttpClient();

    @AfterEach
    void close() throws Exception {
        this.jetty.stop();
        this.application.close();
        this.upstream.close();
    }

    private void post() {
        this.application
                .bean(RestClientLimits.class)
                .limit(new RestTemplate(new JettyClientHttpRequestFactory(this.jetty)))
                .postForLocation(this.upstream.url() + "/a", "a record");
    }

    @Test
    void a_refusal_that_may_be_behind_a_redirect_says_nothing_of_the_post() {
        this.upstream.answer(
                Answer.status(303, "Location", this.upstream.url() + "/b"), Answer.tooMany("0.01"), Answer.ok());

        assertThatThrownBy(this::post).isInstanceOf(HttpClientErrorException.TooManyRequests.class);
        assertThat(this.upstream.arrivals())
                .extracting(Upstream.Arrival::method)
                .containsExactly("POST", "GET");
    }

    @Test
    void where_it_follows_none_a_refused_post_is_repeated() {
        this.jetty.setFollowRedirects(false);
        this.upstream.answer(Answer.tooMany("0.01"), Answer.ok());

        post();

        assertThat(this.upstream.count()).isEqualTo(2);
    }
}
