package dev.limiter.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.limiter.OperationDoneException;
import dev.limiter.OperationInFlightException;
import dev.limiter.OperationState;
import dev.limiter.Operations;
import dev.limiter.PermitTimeoutException;
import dev.limiter.spring.method.OperationClient.Way;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientException;
import reactor.core.Disposable;

/** "Operations": claimed before the first attempt, settled by what the server may have done. */
class OperationTests {

    private static final Upstream UPSTREAM = Upstream.answering(Answer.ok());

    private static final LimitedApplication APPLICATION = LimitedApplication.start(
            LimitedApplication.all(
                    LimitedApplication.contour("api", UPSTREAM, "retry.max-attempts=2"),
                    List.of(
                            "limiter.contours.slow.limits[0].rate=1/h",
                            "limiter.contours.slow.limits[0].capacity=1",
                            "limiter.contours.slow.starting-balance=empty",
                            "limiter.contours.slow.max-wait=20ms",
                            "limiter.contours.slow.on-store-failure=queue")),
            Deposits.class);

    private static int serial;

    private String id = "";

    private final OperationClient client = APPLICATION.bean(OperationClient.class);

    private final Operations operations = APPLICATION.bean(Operations.class);

    @Configuration(proxyBeanMethods = false)
    static class Deposits {

        @Bean
        OperationClient client(RestClient.Builder rest, WebClient.Builder web) {
            return new OperationClient(
                    rest.baseUrl(UPSTREAM.url()).build(),
                    web.baseUrl(UPSTREAM.url()).build(),
                    UPSTREAM.url());
        }
    }

    @BeforeEach
    void newOperation(TestInfo test) {
        this.id = test.getTestMethod().orElseThrow().getName() + "-" + serial++;
        UPSTREAM.answer(Answer.ok());
    }

    @AfterAll
    static void close() {
        APPLICATION.close();
        UPSTREAM.close();
    }

    private OperationState state() {
        return this.operations.find("api", this.id).join();
    }

    private long arrived() {
        return UPSTREAM.arrivals().stream()
                .filter(arrival -> arrival.body().toString().equals(this.id))
                .count();
    }

    @ParameterizedTest
    @EnumSource
    void what_succeeded_is_done_and_not_sent_again(Way way) throws Exception {
        assertThat(way.call(this.client, this.id)).isEqualTo("said 200");

        assertThat(state()).isInstanceOf(OperationState.Done.class);
        assertThatThrownBy(() -> way.call(this.client, this.id))
                .isInstanceOf(OperationDoneException.class)
                .hasMessageContaining(this.id);
        assertThat(arrived()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void what_the_server_refused_is_released(Way way) throws Exception {
        UPSTREAM.answer(Answer.tooMany("0.1"));
        assertThatThrownBy(() -> way.call(this.client, this.id))
                .isInstanceOfAny(RestClientException.class, WebClientException.class);
        assertThat(state()).isInstanceOf(OperationState.Unclaimed.class);

        UPSTREAM.answer(Answer.ok());
        assertThat(way.call(this.client, this.id)).isEqualTo("said 200");
    }

    @ParameterizedTest
    @EnumSource
    void what_the_server_may_have_done_stays_in_flight_until_it_is_settled(Way way) throws Exception {
        UPSTREAM.answer(Answer.status(500));
        assertThatThrownBy(() -> way.call(this.client, this.id))
                .isInstanceOfAny(RestClientException.class, WebClientException.class, IOException.class);
        assertThatThrownBy(() -> way.call(this.client, this.id))
                .isInstanceOf(OperationInFlightException.class)
                .hasMessageContaining(this.id);
        assertThat(arrived()).isEqualTo(1);

        this.operations.release("api", this.id).join();
        UPSTREAM.answer(Answer.ok());
        assertThat(way.call(this.client, this.id)).isEqualTo("said 200");
    }

    @ParameterizedTest
    @EnumSource
    void a_connection_that_broke_after_the_request_leaves_it_in_flight(Way way) {
        UPSTREAM.answer(Answer.cutOff());
        assertThatThrownBy(() -> way.call(this.client, this.id)).isNotNull();

        assertThat(state()).isInstanceOf(OperationState.InFlight.class);
    }

    @Test
    void a_part_that_was_done_leaves_it_in_flight() {
        UPSTREAM.answer(Answer.ok(), Answer.tooMany("0.1"), Answer.tooMany("0.1"));
        assertThatThrownBy(() -> this.client.draftAndPublish(this.id))
                .isInstanceOf(HttpClientErrorException.TooManyRequests.class);
        assertThat(state()).isInstanceOf(OperationState.InFlight.class);
    }

    @Test
    void one_of_two_requests_in_doubt_leaves_it_in_flight() {
        UPSTREAM.answer(Answer.ok(), Answer.status(500));
        assertThatThrownBy(() -> this.client.draftAndPublish(this.id))
                .isInstanceOf(HttpServerErrorException.InternalServerError.class);
        assertThat(state()).isInstanceOf(OperationState.InFlight.class);
    }

    @Test
    void a_call_that_got_no_permit_releases_it() {
        assertThatThrownBy(() -> this.client.denied(this.id)).isInstanceOf(PermitTimeoutException.class);
        assertThat(this.operations.find("slow", this.id).join()).isInstanceOf(OperationState.Unclaimed.class);
    }

    @Test
    void where_no_attempt_was_seen_nothing_is_known() {
        this.client.nothingSeen(this.id);
        assertThat(state()).isInstanceOf(OperationState.InFlight.class);
    }

    @Test
    void a_caller_that_gives_up_after_the_request_left_leaves_it_in_flight() {
        UPSTREAM.answer(Answer.never());
        Disposable call = this.client.reactive(this.id).subscribe();
        await().atMost(Duration.ofSeconds(10)).until(() -> arrived() == 1);
        call.dispose();

        assertThat(arrived()).isEqualTo(1);
        assertThat(state()).isInstanceOf(OperationState.InFlight.class);
    }

    @Test
    void of_many_callers_at_once_one_sends() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try {
            List<Callable<String>> calls = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                Way way = Way.values()[i % 4];
                calls.add(() -> way.call(this.client, this.id));
            }
            int sent = 0;
            for (Future<String> call : threads.invokeAll(calls)) {
                try {
                    assertThat(call.get()).isEqualTo("said 200");
                    sent++;
                } catch (ExecutionException ex) {
                    assertThat(ex.getCause())
                            .isInstanceOfAny(OperationDoneException.class, OperationInFlightException.class);
                }
            }
            assertThat(sent).isEqualTo(1);
            assertThat(arrived()).isEqualTo(1);
        } finally {
            threads.shutdownNow();
        }
    }
}
