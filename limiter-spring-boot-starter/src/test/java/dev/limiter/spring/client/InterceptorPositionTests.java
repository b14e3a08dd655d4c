package dev.limiter.spring.client;

import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** A retry interceptor of the application takes a permit for each of its attempts, wherever it was put. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InterceptorPositionTests {

    private final Upstream api = Upstream.answering(Answer.ok());

    private final LimitedApplication application =
            LimitedApplication.start(contour("api", this.api, "retry.max-attempts=1"), Templates.class);

    @AfterAll
    void close() {
        this.application.close();
        this.api.close();
    }

    @Configuration(proxyBeanMethods = false)
    static class Templates {

        @Bean
        RestTemplate retrying(RestTemplateBuilder builder) {
            return builder.additionalInterceptors(retry()).build();
        }
    }

    enum Position {
        FIRST(builder -> builder.requestInterceptors(all -> all.add(0, retry())).requestInterceptor(logging())),
        LAST(builder -> builder.requestInterceptor(logging()).requestInterceptor(retry())),
        MUTATED(builder ->
                builder.build().mutate().requestInterceptor(logging()).requestInterceptor(retry())),
        MUTATED_FIRST(builder ->
                builder.requestInterceptor(logging()).build().mutate().requestInterceptors(all -> all.add(0, retry()))),
        APPLIED_AND_CLONED(builder ->
                builder.apply(it -> it.requestInterceptor(retry())).clone().requestInterceptor(logging()));

        private final UnaryOperator<RestClient.Builder> add;

        Position(UnaryOperator<RestClient.Builder> add) {
            this.add = add;
        }
    }

    private static ClientHttpRequestInterceptor retry() {
        return (request, body, execution) -> {
            ClientHttpResponse response = execution.execute(request, body);
            for (int i = 1; i < 3 && response.getStatusCode().isError(); i++) {
                response.close();
                response = execution.execute(request, body);
            }
            return response;
        };
    }

    private static ClientHttpRequestInterceptor logging() {
        return (request, body, execution) -> {
            request.getHeaders().add("X-Logged", "yes");
            return execution.execute(request, body);
        };
    }

    @ParameterizedTest
    @EnumSource
    void p80_every_attempt_of_a_retry_interceptor_takes_a_permit(Position position) {
        RestClient client = position.add
                .apply(this.application.bean(RestClient.Builder.class))
                .build();

        threeArrive(() -> client.post()
                .uri(this.api.url())
                .body("a record")
                .retrieve()
                .onStatus(status -> true, (request, response) -> {})
                .toBodilessEntity());
    }

    @Test
    void p80_a_templates_interceptors_stand_above_the_permits_too() {
        RestTemplate template = this.application.bean(RestTemplate.class);

        threeArrive(() -> {
            try {
                template.postForEntity(this.api.url(), "a record", String.class);
            } catch (HttpServerErrorException ex) {
                assertThat(ex.getStatusCode().value()).isEqualTo(503);
            }
        });
    }

    private void threeArrive(Runnable call) {
        this.api.answer(Answer.status(503));
        int sent = this.api.count();
        long permits = this.application.permits("api");

        call.run();

        assertThat(this.api.count() - sent).isEqualTo(3);
        assertThat(this.application.permits("api") - permits).isEqualTo(3);
    }
}
