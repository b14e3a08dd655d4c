package dev.limiter.spring.restclient;

import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequestFactory;

/** Which HTTP library a factory's requests are sent by, as far as Spring's own factories tell. */
final class HttpLibrary {

    private static final String PACKAGE = "org.springframework.http.client.";

    private HttpLibrary() {}

    /** The factory below Spring's wrappers. */
    static ClientHttpRequestFactory below(ClientHttpRequestFactory factory) {
        return (factory instanceof AbstractClientHttpRequestFactoryWrapper wrapper)
                ? below(wrapper.getDelegate())
                : factory;
    }

    /** The class of Spring's that the factory below is, or extends; its own where it is none of Spring's. */
    static String of(ClientHttpRequestFactory factory) {
        Class<?> own = below(factory).getClass();
        for (Class<?> type = own; type != null; type = type.getSuperclass()) {
            if (type.getName().startsWith(PACKAGE)) {
                return type.getName();
            }
        }
        return own.getName();
    }
}
