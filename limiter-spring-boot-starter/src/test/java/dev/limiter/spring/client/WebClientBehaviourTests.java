package dev.limiter.spring.client;

import dev.limiter.spring.testing.LimitedApplication;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.web.reactive.function.client.WebClient;

/** WebClient on the HTTP libraries that it can have. */
class WebClientBehaviourTests {

    /** From the application's builder, with the library that a property names. */
    record OfBuilder(String connector) implements ClientUnderTest {

        @Override
        public List<String> properties() {
            return List.of("spring.http.clients.reactive.connector=" + this.connector);
        }

        @Override
        public ResponseEntity<String> send(LimitedApplication application, Ask ask) {
            return send(application.builder().build(), ask);
        }

        @Override
        public boolean sendsAgainByItself(Ask ask) {
            return this.connector.equals("jdk") && RestClientBehaviourTests.JDK_SENDS_AGAIN.contains(ask.method());
        }

        static ResponseEntity<String> send(WebClient client, Ask ask) {
            WebClient.RequestBodySpec request = client.method(HttpMethod.valueOf(ask.method()))
                    .uri(ask.url())
                    .headers(headers -> ask.headers().forEach(headers::set))
                    .attributes(attributes -> attributes.putAll(ask.attributes()));
            if (ask.body() != null) {
                request.bodyValue(ask.body());
            }
            return request.retrieve().toEntity(String.class).blockOptional().orElseThrow();
        }
    }

    @Nested
    class OnReactorNetty extends BehaviourSuite {
        OnReactorNetty() {
            super(new OfBuilder("reactor"));
        }
    }

    @Nested
    class OnJdkClient extends BehaviourSuite {
        OnJdkClient() {
            super(new OfBuilder("jdk"));
        }
    }
}
