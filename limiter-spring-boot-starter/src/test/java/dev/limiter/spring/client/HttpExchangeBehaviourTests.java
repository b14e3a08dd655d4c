package dev.limiter.spring.client;

import dev.limiter.spring.testing.LimitedApplication;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.support.WebClientAdapter;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;
import org.springframework.web.service.registry.HttpServiceGroup.ClientType;
import org.springframework.web.service.registry.ImportHttpServices;
import reactor.core.publisher.Mono;

/** {@code @HttpExchange} interfaces, made by hand and in groups, reactive and blocking. */
class HttpExchangeBehaviourTests {

    interface Blocking {
        @HttpExchange
        ResponseEntity<String> send(
                HttpMethod method,
                URI url,
                @RequestHeader Map<String, String> headers,
                @RequestAttribute Map<String, Object> attributes,
                @RequestBody(required = false) @Nullable String body);
    }

    interface Reactive {
        @HttpExchange
        Mono<ResponseEntity<String>> send(
                HttpMethod method,
                URI url,
                @RequestHeader Map<String, String> headers,
                @RequestAttribute Map<String, Object> attributes,
                @RequestBody(required = false) @Nullable String body);
    }

    record OfBlocking(List<Class<?>> configurations) implements ClientUnderTest {

        @Override
        public ResponseEntity<String> send(LimitedApplication application, Ask ask) {
            HttpMethod method = HttpMethod.valueOf(ask.method());
            return application
                    .bean(Blocking.class)
                    .send(method, ask.url(), ask.headers(), ask.attributes(), ask.body());
        }
    }

    record OfReactive(List<Class<?>> configurations) implements ClientUnderTest {

        @Override
        public ResponseEntity<String> send(LimitedApplication application, Ask ask) {
            HttpMethod method = HttpMethod.valueOf(ask.method());
            return application
                    .bean(Reactive.class)
                    .send(method, ask.url(), ask.headers(), ask.attributes(), ask.body())
                    .blockOptional()
                    .orElseThrow();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ByHandOnWebClient {

        @Bean
        Reactive reactive(WebClient.Builder builder) {
            return HttpServiceProxyFactory.builderFor(WebClientAdapter.create(builder.build()))
                    .build()
                    .createClient(Reactive.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ByHandOnRestClient {

        @Bean
        Blocking blocking(RestClient.Builder builder) {
            return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(builder.build()))
                    .build()
                    .createClient(Blocking.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(group = "reactive", types = Reactive.class, clientType = ClientType.WEB_CLIENT)
    static class ReactiveGroup {}

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(group = "blocking", types = Blocking.class, clientType = ClientType.REST_CLIENT)
    static class BlockingGroup {}

    @Nested
    class MadeByHandOnWebClient extends BehaviourSuite {
        MadeByHandOnWebClient() {
            super(new OfReactive(List.of(ByHandOnWebClient.class)));
        }
    }

    @Nested
    class MadeByHandOnRestClient extends BehaviourSuite {
        MadeByHandOnRestClient() {
            super(new OfBlocking(List.of(ByHandOnRestClient.class)));
        }
    }

    @Nested
    class OfAReactiveGroup extends BehaviourSuite {
        OfAReactiveGroup() {
            super(new OfReactive(List.of(ReactiveGroup.class)));
        }
    }

    @Nested
    class OfABlockingGroup extends BehaviourSuite {
        OfABlockingGroup() {
            super(new OfBlocking(List.of(BlockingGroup.class)));
        }
    }
}
