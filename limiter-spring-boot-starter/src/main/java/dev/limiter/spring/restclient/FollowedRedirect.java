package dev.limiter.spring.restclient;

import java.lang.reflect.Field;
import java.net.http.HttpResponse;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.util.ReflectionUtils;
import reactor.netty.http.client.HttpClientResponse;

/**
 * Whether an exchange of the JDK's client, of Reactor Netty's, or of Apache's, ended after a redirect that the client
 * followed by itself: then the request before it was acted upon, whatever the answer says. They tell, and what Spring makes
 * of them keeps it to itself.
 */
final class FollowedRedirect {

    /** Spring's responses, which are not public. */
    static final String OF_JDK = "org.springframework.http.client.JdkClientHttpResponse";

    static final String OF_REACTOR_NETTY = "org.springframework.http.client.ReactorClientHttpResponse";

    static final String BUFFERED = "org.springframework.http.client.BufferingClientHttpResponseWrapper";

    /** What each of them holds: the library's response, or the one that it has read into memory. */
    static final String FIELD = "response";

    /** Spring's requests, which are not public either. */
    static final String OF_APACHE = "org.springframework.http.client.HttpComponentsClientHttpRequest";

    static final String BUFFERED_REQUEST = "org.springframework.http.client.BufferingClientHttpRequestWrapper";

    /** What they hold: the library's notes of the exchange, or the request that is sent when the body is in memory. */
    static final String CONTEXT_FIELD = "httpContext";

    static final String REQUEST_FIELD = "request";

    private FollowedRedirect() {}

    /** Whether a request of Apache's client that has ended, with an answer or without, was followed by another one. */
    static boolean isBehind(ClientHttpRequest request) {
        return switch (request.getClass().getName()) {
            case BUFFERED_REQUEST -> held(request, REQUEST_FIELD) instanceof ClientHttpRequest sent && isBehind(sent);
            case OF_APACHE -> Apache.isIn(held(request, CONTEXT_FIELD));
            default -> false;
        };
    }

    static boolean isBefore(ClientHttpResponse response) {
        return switch (response.getClass().getName()) {
            case BUFFERED -> held(response, FIELD) instanceof ClientHttpResponse read && isBefore(read);
            case OF_JDK ->
                held(response, FIELD) instanceof HttpResponse<?> last
                        && last.previousResponse().isPresent();
            case OF_REACTOR_NETTY -> ReactorNetty.isBefore(held(response, FIELD));
            default -> false;
        };
    }

    private static @Nullable Object held(Object holder, String name) {
        @Nullable Field field = ReflectionUtils.findField(holder.getClass(), name);
        if (field == null) {
            return null;
        }
        ReflectionUtils.makeAccessible(field);
        return ReflectionUtils.getField(field, holder);
    }

    /** Apart, so that applications with another HTTP library can load the class around it. */
    private static final class ReactorNetty {

        static boolean isBefore(@Nullable Object last) {
            return last instanceof HttpClientResponse answer && answer.redirectedFrom().length > 0;
        }
    }

    /** Apart, for the same reason. */
    private static final class Apache {

        static boolean isIn(@Nullable Object context) {
            return context instanceof HttpClientContext notes
                    && notes.getRedirectLocations().size() > 0;
        }
    }
}
