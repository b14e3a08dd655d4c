package dev.limiter.spring.restclient;

import java.lang.reflect.Field;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.util.ReflectionUtils;
import reactor.netty.http.client.HttpClientResponse;

/**
 * Whether an answer of the JDK's client, or of Reactor Netty's, came after a redirect that the client followed by itself:
 * then the request before it was acted upon, whatever the answer says. Both tell, and Spring's responses keep it to
 * themselves.
 */
final class FollowedRedirect {

    /** Spring's responses, which are not public. */
    static final String OF_JDK = "org.springframework.http.client.JdkClientHttpResponse";

    static final String OF_REACTOR_NETTY = "org.springframework.http.client.ReactorClientHttpResponse";

    static final String BUFFERED = "org.springframework.http.client.BufferingClientHttpResponseWrapper";

    /** What each of them holds: the library's response, or the one that it has read into memory. */
    static final String FIELD = "response";

    private FollowedRedirect() {}

    static boolean isBefore(ClientHttpResponse response) {
        return switch (response.getClass().getName()) {
            case BUFFERED -> held(response) instanceof ClientHttpResponse read && isBefore(read);
            case OF_JDK ->
                held(response) instanceof HttpResponse<?> last
                        && last.previousResponse().isPresent();
            case OF_REACTOR_NETTY -> ReactorNetty.isBefore(held(response));
            default -> false;
        };
    }

    private static @Nullable Object held(ClientHttpResponse response) {
        @Nullable Field field = ReflectionUtils.findField(response.getClass(), FIELD);
        if (field == null) {
            return null;
        }
        ReflectionUtils.makeAccessible(field);
        return ReflectionUtils.getField(field, response);
    }

    /** Apart, so that applications with another HTTP library can load the class around it. */
    private static final class ReactorNetty {

        static boolean isBefore(@Nullable Object last) {
            return last instanceof HttpClientResponse answer && answer.redirectedFrom().length > 0;
        }
    }
}
