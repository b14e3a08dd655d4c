package dev.limiter.spring.client;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Nested;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;

/** The refusals that RestClient does not see, on the HTTP libraries that it can have. */
class RefusedAnswerTests {

    @Nested
    class OnApache extends RefusedAnswerSuite {
        OnApache() {
            super("http-components");
        }
    }

    @Nested
    class OnJdkClient extends RefusedAnswerSuite {
        OnJdkClient() {
            super("jdk");
        }
    }

    @Nested
    class OnHttpUrlConnection extends RefusedAnswerSuite {
        OnHttpUrlConnection() {
            super("simple");
        }
    }

    @Nested
    class OnReactorNetty extends RefusedAnswerSuite {
        OnReactorNetty() {
            super("reactor");
        }
    }

    @Nested
    class OnApacheBehindAnInterceptor extends RefusedAnswerSuite {
        OnApacheBehindAnInterceptor() {
            super("http-components", Wrapping.class);
        }
    }

    @Nested
    class OnHttpUrlConnectionBehindAnInterceptor extends RefusedAnswerSuite {
        OnHttpUrlConnectionBehindAnInterceptor() {
            super("simple", Wrapping.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Wrapping {

        @Bean
        RestClientCustomizer wrapping() {
            return builder -> builder.requestInterceptor(
                    (request, body, execution) -> new Wrapped(execution.execute(request, body)));
        }
    }

    /** What an interceptor that counts or logs makes of a response. */
    record Wrapped(ClientHttpResponse response) implements ClientHttpResponse {

        @Override
        public HttpStatusCode getStatusCode() throws IOException {
            return this.response.getStatusCode();
        }

        @Override
        public String getStatusText() throws IOException {
            return this.response.getStatusText();
        }

        @Override
        public HttpHeaders getHeaders() {
            return this.response.getHeaders();
        }

        @Override
        public InputStream getBody() throws IOException {
            return this.response.getBody();
        }

        @Override
        public void close() {
            this.response.close();
        }
    }
}
