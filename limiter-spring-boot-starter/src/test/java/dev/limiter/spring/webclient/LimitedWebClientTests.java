package dev.limiter.spring.webclient;

import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.support.WebClientAdapter;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;
import org.springframework.web.service.registry.HttpServiceGroup.ClientType;
import org.springframework.web.service.registry.ImportHttpServices;
import reactor.core.publisher.Mono;

/** Which clients take permits, and that nothing pays twice. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(OutputCaptureExtension.class)
class LimitedWebClientTests {

    private static final AtomicInteger customized = new AtomicInteger();

    private final Upstream api = Upstream.answering(Answer.ok());

    private final LimitedApplication app = LimitedApplication.start(
            LimitedApplication.all(
                    contour("api", this.api, "retry.max-attempts=1"),
                    List.of("spring.http.serviceclient.records.base-url=" + this.api.url())),
            Clients.class);

    interface Records {
        @GetExchange("/")
        Mono<String> get();
    }

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(group = "records", clientType = ClientType.WEB_CLIENT, types = Records.class)
    static class Clients {

        @Bean
        WebClient created() {
            return WebClient.create();
        }

        @Bean
        WebClient built(WebClient.Builder builder) {
            return builder.build();
        }

        @Bean(defaultCandidate = false)
        WebClient.Builder ownBuilder() {
            return WebClient.builder();
        }

        @Bean
        DecoratedWebClient decorated() {
            return new DecoratedWebClient();
        }

        @Bean
        @Order(Integer.MAX_VALUE)
        WebClientCustomizer counting() {
            return builder -> builder.filter((request, next) -> {
                customized.incrementAndGet();
                return next.exchange(request);
            });
        }
    }

    @BeforeEach
    void start() {
        this.api.answer(Answer.ok());
        this.app.told().granted.clear();
    }

    @AfterAll
    void close() {
        this.app.close();
        this.api.close();
    }

    private void get(WebClient client) {
        client.get().uri(this.api.url()).retrieve().bodyToMono(String.class).block();
    }

    @Test
    void beans_pay_once_whether_they_are_builders_or_clients() {
        get(this.app.bean("ownBuilder", WebClient.Builder.class).build());
        get(this.app.bean("webClientBuilder", WebClient.Builder.class).build());
        get(this.app.bean("created", WebClient.class));
        get(this.app.bean("built", WebClient.class));
        get(this.app.bean("built", WebClient.class).mutate().build().mutate().build());

        assertThat(this.app.permits("api")).isEqualTo(5);
    }

    @Test
    void p86_clients_of_an_http_service_group_pay_once() {
        customized.set(0);

        assertThat(this.app.bean(Records.class).get().block()).isEqualTo("said 200");

        assertThat(this.app.permits("api")).isEqualTo(1);
        assertThat(customized).hasValue(1);
    }

    @Test
    void p86_an_http_service_made_by_hand_pays_once() {
        WebClient client = this.app
                .bean("built", WebClient.class)
                .mutate()
                .baseUrl(this.api.url())
                .build();
        Records records = HttpServiceProxyFactory.builderFor(WebClientAdapter.create(client))
                .build()
                .createClient(Records.class);

        records.get().block();

        assertThat(this.app.permits("api")).isEqualTo(1);
    }

    @Test
    void p86_a_client_that_is_no_bean_can_be_limited_by_hand_and_pays_once() {
        WebClientLimits limits = this.app.bean(WebClientLimits.class);
        WebClient client = limits.limit(limits.limit(WebClient.create()));
        get(client);
        get(limits.limit(limits.limit(WebClient.builder())).build());

        assertThat(limits.limit(client)).isSameAs(client);
        assertThat(this.app.permits("api")).isEqualTo(2);
    }

    @Test
    void connectors_and_codecs_that_are_set_later_are_used() {
        WebClient client = this.app
                .bean("built", WebClient.class)
                .mutate()
                .clientConnector(new JdkClientHttpConnector())
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(3))
                .build();

        assertThatThrownBy(() -> get(client)).hasMessageContaining("Exceeded limit on max bytes to buffer : 3");

        assertThat(this.api.arrivals().get(this.api.count() - 1).headers().get("user-agent"))
                .startsWith("Java-http-client");
        assertThat(this.app.permits("api")).isEqualTo(1);
    }

    @Test
    void nothing_of_an_answer_is_lost() {
        this.api.answer((request, response) -> response.status(299)
                .addHeader("X-Left", "7")
                .addCookie(new io.netty.handler.codec.http.cookie.DefaultCookie("session", "s1"))
                .sendString(Mono.just("body")));

        String seen = this.app
                .client(this.api)
                .get()
                .uri("/path")
                .attribute("mine", "kept")
                .exchangeToMono(response -> response.bodyToMono(String.class)
                        .map(body -> String.join(
                                " ",
                                String.valueOf(response.statusCode().value()),
                                response.headers().header("X-Left").get(0),
                                String.valueOf(response.cookies().getFirst("session")),
                                response.request().getURI().getPath(),
                                String.valueOf(
                                        response.request().getAttributes().get("mine")),
                                body)))
                .block();

        assertThat(seen).isEqualTo("299 7 session=s1 /path kept body");
    }

    @Test
    void an_exchange_function_of_the_applications_own_takes_permits() {
        WebClient client = this.app
                .bean("ownBuilder", WebClient.Builder.class)
                .clone()
                .exchangeFunction(request -> Mono.just(ClientResponse.create(org.springframework.http.HttpStatus.OK)
                        .build()))
                .build();

        client.get().uri(this.api.url()).retrieve().toBodilessEntity().block();

        assertThat(this.app.permits("api")).isEqualTo(1);
    }

    @Test
    void a_client_of_a_foreign_class_is_left_alone_and_said_to_be(CapturedOutput output) {
        WebClientBeanPostProcessor processor = this.app.bean(WebClientBeanPostProcessor.class);
        WebClient decorated = this.app.bean(DecoratedWebClient.class);

        assertThat(processor.postProcessAfterInitialization(decorated, "decorated"))
                .isSameAs(decorated);
        assertThat(output).contains("Bean 'decorated' is a WebClient of class " + DecoratedWebClient.class.getName());
    }
}
