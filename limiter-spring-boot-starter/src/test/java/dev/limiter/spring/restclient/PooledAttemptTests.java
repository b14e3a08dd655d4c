package dev.limiter.spring.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.client.RestTemplate;

/** Calls of an Apache HttpClient that wait for its one connection. */
class PooledAttemptTests {

    private final Upstream upstream = Upstream.answering(Answer.ok());

    @AfterEach
    void close() {
        this.upstream.close();
    }

    private static RestTemplate template(LimitedApplication application) {
        HttpClientBuilder builder = HttpClientBuilder.create();
        new HttpComponentsLimits().accept(builder);
        builder.setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(1)
                .setMaxConnPerRoute(1)
                .build());
        return application
                .bean(RestClientLimits.class)
                .limit(new RestTemplate(new HttpComponentsClientHttpRequestFactory(builder.build())));
    }

    @Test
    void what_waits_for_its_connection_into_a_pause_is_not_sent_in_it() throws Exception {
        try (LimitedApplication application =
                LimitedApplication.start(LimitedApplication.contour("api", this.upstream, "retry.max-attempts=1"))) {
            RestTemplate template = template(application);
            template.getForObject(this.upstream.url() + "/warm", String.class);
            this.upstream.answer(Answer.after(Duration.ofMillis(500), Answer.tooMany("2")), Answer.ok());
            CompletableFuture<?> refused =
                    CompletableFuture.runAsync(() -> template.getForObject(this.upstream.url() + "/a", String.class));
            await().atMost(Duration.ofSeconds(10)).until(() -> this.upstream.count() == 2);
            template.getForObject(this.upstream.url() + "/b", String.class);
            assertThat(refused).isCompletedExceptionally();
            // half a second to the refusal, two to its end
            assertThat(this.upstream.gaps().get(1)).isGreaterThanOrEqualTo(2400);
        }
    }
}
