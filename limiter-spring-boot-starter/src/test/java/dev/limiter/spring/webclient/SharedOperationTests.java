package dev.limiter.spring.webclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.OperationDoneException;
import dev.limiter.OperationInFlightException;
import dev.limiter.OperationState;
import dev.limiter.Operations;
import dev.limiter.RateLimited;
import dev.limiter.StoreMode;
import dev.limiter.StoreUnavailableException;
import dev.limiter.gate.GateRegistry;
import dev.limiter.redis.server.Await;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream.Answer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClient;

/** Operations of applications that share one Redis. */
class SharedOperationTests {

    private static final String[] WIDE = {"limits[0].rate=1000/s", "limits[0].capacity=1000", "retry.max-attempts=1"};

    @Configuration(proxyBeanMethods = false)
    static class Deposits {

        @Bean
        Client client(RestClient.Builder builder) {
            return new Client(builder.build());
        }
    }

    static class Client {

        private final RestClient client;

        Client(RestClient client) {
            this.client = client;
        }

        @RateLimited(contour = "api", operation = "#id")
        public void deposit(String url, String id) {
            this.client.post().uri(url).body(id).retrieve().toBodilessEntity();
        }
    }

    private static void deposit(Replicas replicas, LimitedApplication application, String id) {
        application.bean(Client.class).deposit(replicas.api.url(), id);
    }

    @Test
    void what_one_application_has_sent_no_other_one_sends_nor_one_that_starts_later() {
        try (Replicas replicas = Replicas.start(0, WIDE)) {
            LimitedApplication first = replicas.startAnother(Deposits.class);
            LimitedApplication second = replicas.startAnother(Deposits.class);
            deposit(replicas, first, "one");
            replicas.api.answer(Answer.status(500));
            assertThatThrownBy(() -> deposit(replicas, first, "two")).isInstanceOf(HttpServerErrorException.class);
            first.close();
            LimitedApplication third = replicas.startAnother(Deposits.class);

            for (LimitedApplication other : new LimitedApplication[] {second, third}) {
                assertThatThrownBy(() -> deposit(replicas, other, "one")).isInstanceOf(OperationDoneException.class);
                assertThatThrownBy(() -> deposit(replicas, other, "two"))
                        .isInstanceOf(OperationInFlightException.class);
            }
            assertThat(replicas.api.count()).isEqualTo(2);

            third.bean(Operations.class).release("api", "two").join();
            replicas.api.answer(Answer.ok());
            deposit(replicas, second, "two");
            assertThat(replicas.api.count()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"reject", "queue", "reduced"})
    void what_cannot_be_claimed_is_not_sent_whatever_the_contour_does_without_its_store(String policy) {
        String[] settings = {
            WIDE[0], WIDE[1], WIDE[2], "on-store-failure=" + policy, "reduced.rate=100/s", "reduced.capacity=100"
        };
        String[] stated = policy.equals("reduced") ? settings : Arrays.copyOf(settings, 4);
        try (Replicas replicas = Replicas.start(0, stated)) {
            LimitedApplication application = replicas.startAnother(Deposits.class);
            replicas.redis.kill();
            Await.until("away", () -> application.bean(GateRegistry.class).storeMode("api") != StoreMode.NORMAL);

            assertThatThrownBy(() -> deposit(replicas, application, "one"))
                    .isInstanceOf(StoreUnavailableException.class);
            assertThat(replicas.api.count()).isZero();
        }
    }

    @Test
    void a_success_while_redis_is_away_is_written_when_it_is_back() {
        try (Replicas replicas = Replicas.start(0, WIDE)) {
            LimitedApplication application = replicas.startAnother(Deposits.class);
            replicas.api.answer((request, response) -> {
                replicas.network.cut();
                return Answer.ok().answer(request, response);
            });
            deposit(replicas, application, "one");

            Operations operations = application.bean(Operations.class);
            Await.until(
                    "done",
                    () -> operations
                            .find("api", "one")
                            .handle((state, failure) -> state instanceof OperationState.Done)
                            .join());
        }
    }
}
