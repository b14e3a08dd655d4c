package dev.limiter.spring.restclient;

import org.springframework.http.HttpMethod;
import org.springframework.web.client.RestClient;

/** A client whose attempts take permits. Changing it gives a builder of such clients. */
final class LimitedRestClient implements RestClient {

    private final RestClient client;

    private final RestClient.Builder origin;

    private final RestClientLimits limits;

    /**
     * @param client which takes permits
     * @param origin what it was built from, as the application has it; not changed any more
     */
    LimitedRestClient(RestClient client, RestClient.Builder origin, RestClientLimits limits) {
        this.client = client;
        this.origin = origin;
        this.limits = limits;
    }

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
        return this.limits.limit(this.origin.clone());
    }
}
