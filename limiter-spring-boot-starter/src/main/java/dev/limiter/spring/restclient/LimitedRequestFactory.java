package dev.limiter.spring.restclient;

import dev.limiter.spring.call.Traffic;
import java.io.IOException;
import java.net.URI;
import java.util.function.Supplier;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;

/** Makes requests whose attempts take permits. Stands below all interceptors. */
final class LimitedRequestFactory extends AbstractClientHttpRequestFactoryWrapper {

    private final Supplier<Traffic> traffic;

    private final UnseenRepeats unseenRepeats;

    private LimitedRequestFactory(
            ClientHttpRequestFactory factory, Supplier<Traffic> traffic, UnseenRepeats unseenRepeats) {
        super(factory);
        this.traffic = traffic;
        this.unseenRepeats = unseenRepeats;
    }

    /** The factory itself where it makes such requests already, so that nothing pays twice. */
    static ClientHttpRequestFactory of(
            ClientHttpRequestFactory factory, Supplier<Traffic> traffic, UnseenRepeats unseenRepeats) {
        return isIn(factory) ? factory : new LimitedRequestFactory(factory, traffic, unseenRepeats);
    }

    private static boolean isIn(ClientHttpRequestFactory factory) {
        return factory instanceof LimitedRequestFactory
                || (factory instanceof AbstractClientHttpRequestFactoryWrapper wrapper && isIn(wrapper.getDelegate()));
    }

    @Override
    protected ClientHttpRequest createRequest(URI uri, HttpMethod method, ClientHttpRequestFactory factory)
            throws IOException {
        return new LimitedRequest(factory, factory.createRequest(uri, method), this.traffic.get(), this.unseenRepeats);
    }
}
