package dev.limiter.spring.restclient;

import dev.limiter.spring.call.Traffic;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.InterceptingClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/**
 * Makes RestClients and RestTemplates take permits. Beans of the types {@code RestClient.Builder}, {@code RestClient} and
 * {@code RestTemplate} do already, and so do the templates of Spring Boot's {@code RestTemplateBuilder} and the clients of
 * HTTP service groups; this is for those that an application makes with {@code RestClient.create()} or
 * {@code new RestTemplate()} and keeps to itself.
 *
 * <pre>{@code
 * RestClient client = limits.limit(RestClient.create("https://api.datacite.org"));
 * }</pre>
 *
 * <p>Clients that take permits already are left as they are, so that nothing pays twice. Safe for use by many threads.
 */
public final class RestClientLimits {

    private final Supplier<Traffic> traffic;

    private final UnseenRepeats unseenRepeats = new UnseenRepeats();

    /** @param traffic is asked when the first request is sent, and not before */
    public RestClientLimits(Supplier<Traffic> traffic) {
        this.traffic = traffic;
    }

    /**
     * A builder that passes everything on to this one, and makes clients that take permits.
     *
     * @throws IllegalArgumentException where the builder is none of Spring's own
     */
    public RestClient.Builder limit(RestClient.Builder builder) {
        return (builder instanceof LimitedRestClientBuilder) ? builder : new LimitedRestClientBuilder(builder, this);
    }

    /**
     * A client like this one that takes permits.
     *
     * @throws IllegalArgumentException where the client is none of Spring's own
     */
    public RestClient limit(RestClient client) {
        return (client instanceof LimitedRestClient)
                ? client
                : limit(client.mutate()).build();
    }

    /**
     * Makes the template itself take permits. Interceptors that are added later run once for each call, above the
     * repeats.
     */
    public RestTemplate limit(RestTemplate template) {
        List<ClientHttpRequestInterceptor> interceptors = template.getInterceptors();
        template.setRequestFactory(limited(withoutInterceptors(template.getRequestFactory())));
        if (!interceptors.isEmpty()) {
            BuilderParts.putFirst(interceptors, new RepeatingInterceptor(this.traffic));
        }
        return template;
    }

    private ClientHttpRequestFactory limited(ClientHttpRequestFactory factory) {
        this.unseenRepeats.of(factory);
        return LimitedRequestFactory.of(factory, this.traffic, this.unseenRepeats);
    }

    private static ClientHttpRequestFactory withoutInterceptors(ClientHttpRequestFactory factory) {
        return (factory instanceof InterceptingClientHttpRequestFactory)
                ? ((AbstractClientHttpRequestFactoryWrapper) factory).getDelegate()
                : factory;
    }

    /** Makes a builder that will be used as it is, without a wrapper, build clients that take permits. */
    void limitInPlace(RestClient.Builder builder) {
        if (builder instanceof LimitedRestClientBuilder) {
            return;
        }
        if (!BuilderParts.areIn(builder)) {
            throw new IllegalArgumentException(
                    "A RestClient.Builder of class %s cannot be limited: build clients with Spring's own, or mark methods with permit = METHOD"
                            .formatted(builder.getClass().getName()));
        }
        builder.requestFactory(limited(BuilderParts.requestFactory(builder)));
        if (BuilderParts.hasInterceptors(builder)) {
            builder.requestInterceptors(
                    interceptors -> BuilderParts.putFirst(interceptors, new RepeatingInterceptor(this.traffic)));
        }
    }
}
