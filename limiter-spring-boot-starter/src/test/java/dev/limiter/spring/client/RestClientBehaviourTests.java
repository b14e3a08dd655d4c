package dev.limiter.spring.client;

import dev.limiter.spring.testing.LimitedApplication;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.RestClient;

/** RestClient on the HTTP libraries that it can have, and with an interceptor. */
class RestClientBehaviourTests {

    /** What the JDK's HttpClient takes for safe. */
    static final Set<String> JDK_SENDS_AGAIN = Set.of("GET", "HEAD");

    /** From the application's builder, with the library that a property names. */
    record OfBuilder(String factory, List<Class<?>> configurations) implements ClientUnderTest {

        @Override
        public List<String> properties() {
            return List.of("spring.http.clients.imperative.factory=" + this.factory);
        }

        @Override
        public ResponseEntity<String> send(LimitedApplication application, Ask ask) {
            return send(application.bean(RestClient.Builder.class).build(), ask);
        }

        static ResponseEntity<String> send(RestClient client, Ask ask) {
            RestClient.RequestBodySpec request = client.method(HttpMethod.valueOf(ask.method()))
                    .uri(ask.url())
                    .headers(headers -> ask.headers().forEach(headers::set))
                    .attributes(attributes -> attributes.putAll(ask.attributes()));
            if (ask.body() != null) {
                request.body(ask.body());
            }
            return request.retrieve().toEntity(String.class);
        }

        @Override
        public boolean canSend(String method) {
            return !this.factory.equals("simple") || !method.equals("PATCH");
        }

        /** These two follow redirects, as Spring Boot builds them. */
        @Override
        public boolean knowsItsFirstConnection() {
            return !this.factory.equals("jdk") && !this.factory.equals("reactor");
        }

        @Override
        public boolean sendsAgainByItself(Ask ask) {
            return switch (this.factory) {
                case "jdk" -> JDK_SENDS_AGAIN.contains(ask.method());
                // Unless it streams a body.
                case "simple" -> Set.of("GET", "HEAD", "OPTIONS", "TRACE").contains(ask.method());
                default -> false;
            };
        }
    }

    @Nested
    class OnJdkClient extends BehaviourSuite {
        OnJdkClient() {
            super(new OfBuilder("jdk", List.of()));
        }
    }

    @Nested
    class OnApache extends BehaviourSuite {
        OnApache() {
            super(new OfBuilder("http-components", List.of()));
        }
    }

    @Nested
    class OnHttpUrlConnection extends BehaviourSuite {
        OnHttpUrlConnection() {
            super(new OfBuilder("simple", List.of()));
        }
    }

    @Nested
    class OnReactorNetty extends BehaviourSuite {
        OnReactorNetty() {
            super(new OfBuilder("reactor", List.of()));
        }
    }

    @Nested
    class WithAnInterceptor extends BehaviourSuite {
        WithAnInterceptor() {
            super(new OfBuilder("http-components", List.of(Intercepted.class)));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Intercepted {

        @Bean
        RestClientCustomizer interceptor() {
            return builder -> builder.requestInterceptor((request, body, execution) -> {
                request.getHeaders().add("X-Intercepted", "yes");
                return execution.execute(request, body);
            });
        }
    }
}
