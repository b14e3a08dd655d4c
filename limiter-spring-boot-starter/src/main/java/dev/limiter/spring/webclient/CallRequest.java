package dev.limiter.spring.webclient;

import dev.limiter.spring.call.Call;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
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
 * The application's request with its call among the attributes. Not a copy, which would cost as much as all the rest: only
 * for a filter that asks for all attributes are they put together.
 */
record CallRequest(ClientRequest request, Call call) implements ClientRequest {

    @Override
    public Optional<Object> attribute(String name) {
        return name.equals(Call.ATTRIBUTE) ? Optional.of(this.call) : this.request.attribute(name);
    }

    @Override
    public Map<String, Object> attributes() {
        Map<String, Object> all = new LinkedHashMap<>(this.request.attributes());
        all.put(Call.ATTRIBUTE, this.call);
        return Collections.unmodifiableMap(all);
    }

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

    @Override
    public BodyInserter<?, ? super ClientHttpRequest> body() {
        return this.request.body();
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
        return this.request.writeTo(message, strategies);
    }
}
