package dev.limiter.spring.client;

import dev.limiter.spring.testing.LimitedApplication;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestTemplate;

/** RestTemplate, made by hand or by Spring Boot. */
class RestTemplateBehaviourTests {

    /** The application's bean of that type. */
    record TheBean(List<Class<?>> configurations, List<String> properties, boolean hasReadTimeout, boolean onJdkClient)
            implements ClientUnderTest {

        @Override
        public ResponseEntity<String> send(LimitedApplication application, Ask ask) {
            HttpHeaders headers = new HttpHeaders();
            ask.headers().forEach(headers::set);
            return application
                    .bean(RestTemplate.class)
                    .exchange(
                            ask.url(),
                            HttpMethod.valueOf(ask.method()),
                            new HttpEntity<>(ask.body(), headers),
                            String.class);
        }

        @Override
        public boolean sendsAgainByItself(Ask ask) {
            return this.onJdkClient && RestClientBehaviourTests.JDK_SENDS_AGAIN.contains(ask.method());
        }

        /** Nothing but an interceptor can set them. */
        @Override
        public boolean hasAttributes() {
            return false;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ByHand {

        @Bean
        RestTemplate template() {
            return new RestTemplate(new JdkClientHttpRequestFactory());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OfBuilder {

        @Bean
        RestTemplate template(RestTemplateBuilder builder) {
            return builder.build();
        }
    }

    @Nested
    class MadeByHand extends BehaviourSuite {
        MadeByHand() {
            super(new TheBean(List.of(ByHand.class), List.of(), false, true));
        }
    }

    @Nested
    class MadeByItsBuilder extends BehaviourSuite {
        MadeByItsBuilder() {
            super(new TheBean(List.of(OfBuilder.class), List.of(), true, false));
        }
    }
}
