package dev.limiter.spring.client;

import dev.limiter.spring.testing.LimitedApplication;
import feign.FeignException;
import feign.RetryableException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.springframework.cloud.openfeign.EnableFeignClients;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;

/** A client of Spring Cloud OpenFeign, on Apache's HttpClient. */
class FeignBehaviourTests {

    @FeignClient(name = "suite", url = "http://127.0.0.1")
    interface Requests {

        @RequestMapping(method = RequestMethod.GET)
        ResponseEntity<String> get(URI url, @RequestHeader Map<String, String> headers);

        @RequestMapping(method = RequestMethod.HEAD)
        ResponseEntity<String> head(URI url, @RequestHeader Map<String, String> headers);

        @RequestMapping(method = RequestMethod.PUT)
        ResponseEntity<String> put(URI url, @RequestHeader Map<String, String> headers);

        @RequestMapping(method = RequestMethod.PUT)
        ResponseEntity<String> put(URI url, @RequestHeader Map<String, String> headers, @RequestBody String body);

        @RequestMapping(method = RequestMethod.DELETE)
        ResponseEntity<String> delete(URI url, @RequestHeader Map<String, String> headers);

        @RequestMapping(method = RequestMethod.DELETE)
        ResponseEntity<String> delete(URI url, @RequestHeader Map<String, String> headers, @RequestBody String body);

        @RequestMapping(method = RequestMethod.POST)
        ResponseEntity<String> post(URI url, @RequestHeader Map<String, String> headers);

        @RequestMapping(method = RequestMethod.POST)
        ResponseEntity<String> post(URI url, @RequestHeader Map<String, String> headers, @RequestBody String body);

        @RequestMapping(method = RequestMethod.PATCH)
        ResponseEntity<String> patch(URI url, @RequestHeader Map<String, String> headers);

        @RequestMapping(method = RequestMethod.PATCH)
        ResponseEntity<String> patch(URI url, @RequestHeader Map<String, String> headers, @RequestBody String body);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableFeignClients(clients = Requests.class)
    static class Enabled {}

    static final class OfFeign implements ClientUnderTest {

        @Override
        public List<Class<?>> configurations() {
            return List.of(Enabled.class);
        }

        @Override
        public List<String> properties() {
            return List.of(
                    "spring.cloud.openfeign.httpclient.hc5.enabled=true",
                    "spring.cloud.openfeign.client.config.default.connect-timeout=2000",
                    "spring.cloud.openfeign.client.config.default.read-timeout=2000");
        }

        @Override
        public ResponseEntity<String> send(LimitedApplication application, Ask ask) {
            Requests requests = application.bean(Requests.class);
            @Nullable String body = ask.body();
            return (body != null) ? send(requests, ask, body) : sendNothing(requests, ask);
        }

        private static ResponseEntity<String> send(Requests requests, Ask ask, String body) {
            return switch (ask.method()) {
                case "PUT" -> requests.put(ask.url(), ask.headers(), body);
                case "POST" -> requests.post(ask.url(), ask.headers(), body);
                case "PATCH" -> requests.patch(ask.url(), ask.headers(), body);
                case "DELETE" -> requests.delete(ask.url(), ask.headers(), body);
                default -> throw new IllegalArgumentException(ask.method() + " with a body");
            };
        }

        private static ResponseEntity<String> sendNothing(Requests requests, Ask ask) {
            return switch (ask.method()) {
                case "GET" -> requests.get(ask.url(), ask.headers());
                case "HEAD" -> requests.head(ask.url(), ask.headers());
                case "PUT" -> requests.put(ask.url(), ask.headers());
                case "DELETE" -> requests.delete(ask.url(), ask.headers());
                case "POST" -> requests.post(ask.url(), ask.headers());
                case "PATCH" -> requests.patch(ask.url(), ask.headers());
                default -> throw new IllegalArgumentException(ask.method());
            };
        }

        @Override
        public Outcome outcomeOf(Throwable thrown) {
            // Where the answer has a Retry-After, Feign's own exception is around that which has the body.
            Throwable last = (thrown instanceof RetryableException && thrown.getCause() instanceof FeignException cause)
                    ? cause
                    : thrown;
            if (last instanceof FeignException answered && answered.status() > 0) {
                HttpHeaders headers = new HttpHeaders();
                answered.responseHeaders().forEach((name, values) -> values.forEach(value -> headers.add(name, value)));
                String body = answered.responseBody()
                        .map(bytes -> StandardCharsets.UTF_8.decode(bytes).toString())
                        .orElse("");
                return Outcome.thrown(answered.status(), headers, body, thrown);
            }
            return (thrown instanceof RetryableException) ? Outcome.broken(thrown) : Outcome.of(thrown);
        }

        /** A Feign request has none. */
        @Override
        public boolean hasAttributes() {
            return false;
        }

        /** Feign gives Apache's client an empty body for these, which it then refuses to send. */
        @Override
        public boolean canSend(String method) {
            return !method.equals("OPTIONS") && !method.equals("TRACE");
        }
    }

    @Nested
    class OnApache extends BehaviourSuite {
        OnApache() {
            super(new OfFeign());
        }
    }
}
