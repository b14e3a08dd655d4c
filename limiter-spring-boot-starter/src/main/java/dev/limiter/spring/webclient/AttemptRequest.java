package dev.limiter.spring.webclient;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.BodyInserter;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ExchangeStrategies;
import reactor.core.publisher.Mono;

/**
 * The request of one attempt. The attempt is asked each time that it is written to a connection, which is once, unless
 * the HTTP library follows a redirect or has lost a connection.
 */
record AttemptRequest(ClientRequest request, Attempt attempt) implements ClientRequest {

    @Override
    public HttpMethod method() {
        return this.request.method();
    }

    @Override
    public URI url() {
        return this.request.url();
    }

    @Override
    public HttpHeaders headers() {
        return this.request.headers();
    }

    @Override
    public MultiValueMap<String, String> cookies() {
        return this.request.cookies();
    }

    /** Guarded too, for exchange functions that send a copy of the request. */
    @Override
    public BodyInserter<?, ? super ClientHttpRequest> body() {
        BodyInserter<?, ? super ClientHttpRequest> body = this.request.body();
        return (message, context) -> this.attempt.write(message, () -> body.insert(message, context));
    }

    @Override
    public Optional<Object> attribute(String name) {
        return this.request.attribute(name);
    }

    @Override
    public Map<String, Object> attributes() {
        return this.request.attributes();
    }

    @Override
    public @Nullable Consumer<ClientHttpRequest> httpRequest() {
        return this.request.httpRequest();
    }

    @Override
    public String logPrefix() {
        return this.request.logPrefix();
    }

    @Override
    public Mono<Void> writeTo(ClientHttpRequest message, ExchangeStrategies strategies) {
        return this.attempt.write(message, () -> this.request.writeTo(message, strategies));
    }
}
