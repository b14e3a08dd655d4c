package dev.limiter.spring.client;

import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.RestClient;

/** Callers that block in all threads of the common pool, as parallel streams do, get their permits. */
class CommonPoolTests {

    private final Upstream api = Upstream.answering(Answer.ok());

    private final LimitedApplication application = LimitedApplication.start(
            contour("api", this.api, "limits[0].rate=20/s", "limits[0].capacity=1", "arrival-jitter=20ms"));

    @AfterEach
    void close() {
        this.application.close();
        this.api.close();
    }

    private void inTheCommonPool(Runnable call) throws Exception {
        this.api.answer(Answer.ok(), Answer.status(503), Answer.tooMany("0.05"), Answer.ok());
        List<Future<?>> calls = new ArrayList<>();
        for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism() + 3; i++) {
            calls.add(ForkJoinPool.commonPool().submit(call));
        }
        for (Future<?> each : calls) {
            each.get(20, TimeUnit.SECONDS);
        }
        assertThat(this.api.count()).isEqualTo(calls.size() + 2);
    }

    @Test
    void callers_of_a_web_client_wait_in_the_common_pool() throws Exception {
        inTheCommonPool(() -> this.application
                .client(this.api)
                .get()
                .retrieve()
                .toBodilessEntity()
                .block());
    }

    @Test
    void callers_of_a_rest_client_wait_in_the_common_pool() throws Exception {
        RestClient client = this.application.bean(RestClient.Builder.class).build();
        inTheCommonPool(() -> client.get().uri(this.api.url()).retrieve().toBodilessEntity());
    }
}
