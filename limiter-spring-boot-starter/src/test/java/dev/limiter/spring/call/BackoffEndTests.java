package dev.limiter.spring.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.limiter.LimiterClosedException;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.Environment;
import org.springframework.web.client.RestClient;

/** A call that waits for its next attempt when the application ends. */
class BackoffEndTests {

    private static void endsAtOnce(Function<LimitedApplication, CompletableFuture<?>> sending) throws Exception {
        try (Upstream upstream = Upstream.answering(Answer.status(503))) {
            LimitedApplication application = LimitedApplication.start(LimitedApplication.contour(
                    "api", upstream, "retry.backoff=1h", "retry.max-backoff=1h", "hosts=" + upstream.host()));
            CompletableFuture<?> call = sending.apply(application);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> !application.told().repeated.isEmpty());
            assertThat(call).isNotDone();
            application.close();

            assertThat(call.handle((answer, failure) -> failure).get(20, TimeUnit.SECONDS))
                    .satisfiesAnyOf(
                            failure -> assertThat(failure).isInstanceOf(LimiterClosedException.class),
                            failure -> assertThat(failure).hasCauseInstanceOf(LimiterClosedException.class));
            assertThat(upstream.count()).isEqualTo(1);
        }
    }

    @Test
    void p73_a_thread_that_backs_off_is_told() throws Exception {
        endsAtOnce(application -> {
            RestClient client = application.bean(RestClient.Builder.class).build();
            String url = application.bean(Environment.class).getRequiredProperty("limiter.contours.api.hosts");
            return CompletableFuture.supplyAsync(
                    () -> client.get().uri("http://" + url).retrieve().toBodilessEntity());
        });
    }

    @Test
    void p73_a_subscriber_that_backs_off_is_told() throws Exception {
        endsAtOnce(application -> {
            String url = application.bean(Environment.class).getRequiredProperty("limiter.contours.api.hosts");
            return application
                    .builder()
                    .build()
                    .get()
                    .uri("http://" + url)
                    .retrieve()
                    .toBodilessEntity()
                    .toFuture();
        });
    }
}
