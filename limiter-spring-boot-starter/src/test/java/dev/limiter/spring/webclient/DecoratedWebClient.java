package dev.limiter.spring.webclient;

import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.client.WebClient;

/** A client of an application's own class. */
class DecoratedWebClient implements WebClient {

    private final WebClient client = WebClient.create();

    @Override
    public RequestHeadersUriSpec<?> get() {
        return this.client.get();
    }

    @Override
    public RequestHeadersUriSpec<?> head() {
        return this.client.head();
    }

    @Override
    public RequestBodyUriSpec post() {
        return this.client.post();
    }

    @Override
    public RequestBodyUriSpec put() {
        return this.client.put();
    }

    @Override
    public RequestBodyUriSpec patch() {
        return this.client.patch();
    }

    @Override
    public RequestHeadersUriSpec<?> delete() {
        return this.client.delete();
    }

    @Override
    public RequestHeadersUriSpec<?> options() {
        return this.client.options();
    }

    @Override
    public RequestBodyUriSpec method(HttpMethod method) {
        return this.client.method(method);
    }

    @Override
    public Builder mutate() {
        return this.client.mutate();
    }
}
