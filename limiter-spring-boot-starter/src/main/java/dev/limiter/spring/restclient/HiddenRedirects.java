package dev.limiter.spring.restclient;

import java.lang.reflect.Field;
import java.net.http.HttpClient;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.util.ReflectionUtils;

/**
 * Whether an HTTP library may follow a redirect of which its exceptions tell nothing, and Jetty's answers neither: then
 * what comes out may be the redirect's, and the request before it acted upon. Spring's factories keep their clients to
 * themselves.
 */
final class HiddenRedirects {

    static final String OF_JDK = "org.springframework.http.client.JdkClientHttpRequestFactory";

    static final String OF_REACTOR_NETTY = "org.springframework.http.client.ReactorClientHttpRequestFactory";

    static final String OF_JETTY = "org.springframework.http.client.JettyClientHttpRequestFactory";

    static final String FIELD = "httpClient";

    private HiddenRedirects() {}

    /** @param answered whether it is an answer that came out, and no exception */
    static boolean mayBeBehind(ClientHttpRequestFactory factory, boolean answered) {
        ClientHttpRequestFactory sending = HttpLibrary.below(factory);
        return switch (HttpLibrary.of(sending)) {
            case OF_JDK -> !answered && !isJdkWithoutRedirects(held(sending));
            case OF_REACTOR_NETTY -> !answered && ReactorNetty.follows(held(sending));
            case OF_JETTY -> Jetty.follows(held(sending));
            default -> false;
        };
    }

    private static boolean isJdkWithoutRedirects(@Nullable Object client) {
        return client instanceof HttpClient jdk && jdk.followRedirects() == HttpClient.Redirect.NEVER;
    }

    private static @Nullable Object held(ClientHttpRequestFactory factory) {
        @Nullable Field field = ReflectionUtils.findField(factory.getClass(), FIELD);
        if (field == null) {
            return null;
        }
        ReflectionUtils.makeAccessible(field);
        return ReflectionUtils.getField(field, factory);
    }

    /** Apart, so that applications with another HTTP library can load the class around it. */
    private static final class ReactorNetty {

        static boolean follows(@Nullable Object client) {
            return !(client instanceof reactor.netty.http.client.HttpClient netty)
                    || netty.configuration().followRedirectPredicate() != null;
        }
    }

    /** Apart, for the same reason. */
    private static final class Jetty {

        static boolean follows(@Nullable Object client) {
            return !(client instanceof org.eclipse.jetty.client.HttpClient jetty) || jetty.isFollowRedirects();
        }
    }
}
