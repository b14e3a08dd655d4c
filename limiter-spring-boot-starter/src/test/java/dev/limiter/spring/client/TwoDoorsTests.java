package dev.limiter.spring.client;

import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.spring.restclient.RestClientLimits;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import dev.limiter.spring.webclient.WebClientLimits;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.boot.restclient.RestTemplateCustomizer;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

/** A client that is limited through several doors pays once, and repeats once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoDoorsTests {

    private final Upstream api = Upstream.answering(Answer.ok());

    private final LimitedApplication application =
            LimitedApplication.start(contour("api", this.api, "retry.max-attempts=2"), Doors.class);

    @AfterAll
    void close() {
        this.application.close();
        this.api.close();
    }

    @Configuration(proxyBeanMethods = false)
    static class Doors {

        /** The builder's customizer limits it, and so does what looks at each bean. */
        @Bean
        RestTemplate template(RestTemplateBuilder builder) {
            return builder.additionalInterceptors((request, body, execution) -> execution.execute(request, body))
                    .build();
        }

        @Bean
        RestTemplateCustomizer limitedByHand(RestClientLimits limits) {
            return limits::limit;
        }

        @Bean
        RestClientCustomizer requestHeader() {
            return builder -> builder.defaultHeader("X-Customized", "yes");
        }

        @Bean
        WebClientCustomizer header() {
            return builder -> builder.defaultHeader("X-Customized", "yes");
        }

        @Bean
        RestClient onTheTemplate(RestTemplate template) {
            return RestClient.create(template);
        }
    }

    private interface Calling {
        void call() throws Exception;
    }

    Stream<Arguments> doors() {
        RestTemplate template = this.application.bean(RestTemplate.class);
        RestClientLimits limits = this.application.bean(RestClientLimits.class);
        WebClientLimits webLimits = this.application.bean(WebClientLimits.class);
        RestClient.Builder builder = this.application.bean(RestClient.Builder.class);
        WebClient.Builder webBuilder = this.application.builder();
        return Stream.of(
                door(
                        "a template of the builder that is a bean",
                        () -> template.getForObject(this.api.url(), String.class)),
                door(
                        "a template that is limited again",
                        () -> limits.limit(template).getForObject(this.api.url(), String.class)),
                door("a RestClient on a limited template", client(RestClient.create(template))),
                door("such a RestClient that is a bean", client(this.application.bean(RestClient.class))),
                door("such a RestClient that is limited", client(limits.limit(RestClient.create(template)))),
                door(
                        "a RestClient that is limited twice",
                        client(limits.limit(limits.limit(RestClient.builder()
                                .requestFactory(new JdkClientHttpRequestFactory())
                                .build())))),
                door("a RestClient of a limited builder that is limited", client(limits.limit(builder.build()))),
                door(
                        "a builder that is limited, and its client changed",
                        client(limits.limit(builder).build().mutate().build())),
                door("a WebClient that is limited twice", client(webLimits.limit(webLimits.limit(WebClient.create())))),
                door("a WebClient of a limited builder that is limited", client(webLimits.limit(webBuilder.build()))));
    }

    private static Arguments door(String name, Calling calling) {
        return Arguments.argumentSet(name, calling);
    }

    private Calling client(RestClient client) {
        return () -> client.get().uri(this.api.url()).retrieve().toBodilessEntity();
    }

    private Calling client(WebClient client) {
        return () ->
                client.get().uri(this.api.url()).retrieve().toBodilessEntity().block();
    }

    @ParameterizedTest
    @MethodSource("doors")
    void pays_once_and_repeats_once(Calling calling) {
        this.api.answer(Answer.status(503));
        int sent = this.api.count();
        this.application.told().granted.clear();
        this.application.told().repeated.clear();

        assertThatThrownBy(calling::call).hasMessageContaining("503");

        assertThat(this.api.count() - sent).isEqualTo(2);
        assertThat(this.application.permits("api")).isEqualTo(2);
        assertThat(this.application.told().repeated).hasSize(1);
    }

    @Test
    void an_unlimited_client_pays_nothing() {
        this.api.answer(Answer.ok());
        long before = this.application.permits("api");

        RestClient.create().get().uri(this.api.url()).retrieve().toBodilessEntity();

        assertThat(this.application.permits("api")).isEqualTo(before);
    }
}
