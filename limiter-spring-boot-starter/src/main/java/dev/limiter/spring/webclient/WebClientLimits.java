package dev.limiter.spring.webclient;

import dev.limiter.spring.call.Traffic;
import java.util.function.Supplier;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Makes WebClients take permits. Beans of the types {@code WebClient.Builder} and {@code WebClient} do already, and so do
 * the clients of HTTP service groups; this is for those that an application makes with {@code WebClient.create()} and
 * keeps to itself.
 *
 * <pre>{@code
 * WebClient client = limits.limit(WebClient.create("https://api.datacite.org"));
 * }</pre>
 *
 * <p>Clients that take permits already are left as they are, so that nothing pays twice. Safe for use by many threads.
 */
public final class WebClientLimits {

    private final Supplier<Traffic> traffic;

    /** @param traffic is asked when the first request is sent, and not before */
    public WebClientLimits(Supplier<Traffic> traffic) {
        this.traffic = traffic;
    }

    /** A builder that passes everything on to this one, and makes clients that take permits. */
    public WebClient.Builder limit(WebClient.Builder builder) {
        return (builder instanceof LimitedWebClientBuilder)
                ? builder
                : new LimitedWebClientBuilder(builder, this.traffic);
    }

    /** A client like this one that takes permits. */
    public WebClient limit(WebClient client) {
        return (client instanceof LimitedWebClient)
                ? client
                : limit(client.mutate()).build();
    }

    /** Makes a builder that will be used as it is, without a wrapper, build clients that take permits. */
    void limitInPlace(WebClient.Builder builder) {
        if (!(builder instanceof LimitedWebClientBuilder)) {
            LimitedWebClientBuilder.limit(builder, this.traffic);
        }
    }
}
