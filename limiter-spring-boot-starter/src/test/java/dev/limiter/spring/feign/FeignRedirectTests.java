package dev.limiter.spring.feign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import feign.Feign;
import feign.FeignException;
import feign.Request;
import feign.RequestLine;
import feign.RetryableException;
import feign.Retryer;
import feign.hc5.ApacheHttp5Client;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FeignRedirectTests {

    interface Api {
        @RequestLine("POST /a")
        String post(String body);
    }

    private final Upstream upstream = Upstream.answering(Answer.ok());

    private final LimitedApplication application =
            LimitedApplication.start(LimitedApplication.contour("api", this.upstream));

    @AfterEach
    void close() {
        this.application.close();
        this.upstream.close();
    }

    /** One that is not told of the limiter. */
    private Api api(boolean followsRedirects) {
        return Feign.builder()
                .client(new ApacheHttp5Client())
                .options(new Request.Options(Duration.ofSeconds(5), Duration.ofSeconds(5), followsRedirects))
                .retryer(Retryer.NEVER_RETRY)
                .addCapability(this.application.bean(FeignLimits.class))
                .target(Api.class, this.upstream.url());
    }

    private long posts() {
        return this.upstream.arrivals().stream()
                .filter(arrival -> arrival.method().equals("POST"))
                .count();
    }

    @Test
    void an_unseen_redirect_to_where_nobody_is_says_nothing_of_the_post_before_it() {
        this.upstream.answer(Answer.status(303, "Location", "http://localhost:1/b"), Answer.ok());

        assertThatThrownBy(() -> api(true).post("a record")).isInstanceOf(RetryableException.class);
        assertThat(posts()).isEqualTo(1);
    }

    @Test
    void a_refusal_behind_an_unseen_redirect_says_nothing_of_the_post_before_it() {
        this.upstream.answer(
                Answer.status(303, "Location", this.upstream.url() + "/b"),
                // the library's own repeat is refused too
                Answer.tooMany("1"),
                Answer.tooMany("1"),
                Answer.ok());

        assertThatThrownBy(() -> api(true).post("a record")).isInstanceOf(FeignException.class);
        assertThat(posts()).isEqualTo(1);
    }

    @Test
    void without_redirects_a_refused_post_is_repeated() {
        this.upstream.answer(Answer.tooMany("0.01"), Answer.tooMany("0.01"), Answer.ok());

        assertThat(api(false).post("a record")).isEqualTo("said 200");
        assertThat(posts()).isEqualTo(3);
    }
}
