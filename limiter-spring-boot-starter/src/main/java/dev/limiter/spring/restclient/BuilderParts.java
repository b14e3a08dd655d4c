package dev.limiter.spring.restclient;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.client.RestClient;

/**
 * What a RestClient's builder holds. Spring gives a builder its request factory and does not tell it again; the permit must
 * be taken below that builder's interceptors, and its list of interceptors must not be made where there is none, since then
 * whole bodies are read into memory. So both are read from its fields.
 */
final class BuilderParts {

    /** Spring's own builder, which is not public. */
    static final String BUILDER = "org.springframework.web.client.DefaultRestClientBuilder";

    static final String FACTORY_METHOD = "initRequestFactory";

    static final String INTERCEPTORS_FIELD = "interceptors";

    private BuilderParts() {}

    /** Whether a builder is of the class that can be read. */
    static boolean areIn(RestClient.Builder builder) {
        return builder.getClass().getName().equals(BUILDER);
    }

    /** What was set, or what the builder takes where nothing was. */
    static ClientHttpRequestFactory requestFactory(RestClient.Builder builder) {
        @Nullable Method method = ReflectionUtils.findMethod(builder.getClass(), FACTORY_METHOD);
        if (method == null) {
            throw unknown(FACTORY_METHOD);
        }
        ReflectionUtils.makeAccessible(method);
        if (ReflectionUtils.invokeMethod(method, builder) instanceof ClientHttpRequestFactory factory) {
            return factory;
        }
        throw unknown(FACTORY_METHOD);
    }

    static boolean hasInterceptors(RestClient.Builder builder) {
        @Nullable Field field = ReflectionUtils.findField(builder.getClass(), INTERCEPTORS_FIELD);
        if (field == null) {
            throw unknown(INTERCEPTORS_FIELD);
        }
        ReflectionUtils.makeAccessible(field);
        return ReflectionUtils.getField(field, builder) instanceof List<?> interceptors && !interceptors.isEmpty();
    }

    /** Puts an interceptor first, once. */
    static void putFirst(List<ClientHttpRequestInterceptor> interceptors, RepeatingInterceptor first) {
        interceptors.removeIf(RepeatingInterceptor.class::isInstance);
        interceptors.add(0, first);
    }

    private static IllegalStateException unknown(String member) {
        return new IllegalStateException(
                "This Spring Framework's RestClient.Builder has no %s: the limiter cannot take permits below its interceptors"
                        .formatted(member));
    }
}
