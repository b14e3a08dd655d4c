package dev.limiter.spring.webclient;

import dev.limiter.spring.call.Traffic;
import java.util.function.Supplier;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.client.WebClient;

/** A client whose attempts take permits. Changing it gives a builder of such clients. */
final class LimitedWebClient implements WebClient {

    private final WebClient client;

    private final WebClient.Builder origin;

    private final Supplier<Traffic> traffic;

    /**
     * @param client with the limiter's filter
     * @param origin what it was built from, without that filter; not changed any more
     */
    LimitedWebClient(WebClient client, WebClient.Builder origin, Supplier<Traffic> traffic) {
        this.client = client;
        this.origin = origin;
        this.traffic = traffic;
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
        return new LimitedWebClientBuilder(this.origin.clone(), this.traffic);
    }
}
