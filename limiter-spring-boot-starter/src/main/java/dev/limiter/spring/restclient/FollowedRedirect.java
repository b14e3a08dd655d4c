package dev.limiter.spring.restclient;

import java.lang.reflect.Field;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.util.ReflectionUtils;

/**
 * Whether an answer of the JDK's client came after a redirect that the client followed by itself: then the request before
 * it was acted upon, whatever the answer says. The JDK tells, and Spring's response keeps it to itself.
 */
final class FollowedRedirect {

    static final String RESPONSE = "org.springframework.http.client.JdkClientHttpResponse";

    static final String FIELD = "response";

    private FollowedRedirect() {}

    static boolean isBefore(ClientHttpResponse response) {
        if (!response.getClass().getName().equals(RESPONSE)) {
            return false;
        }
        @Nullable Field field = ReflectionUtils.findField(response.getClass(), FIELD);
        if (field == null) {
            return false;
        }
        ReflectionUtils.makeAccessible(field);
        return ReflectionUtils.getField(field, response) instanceof HttpResponse<?> last
                && last.previousResponse().isPresent();
    }
}
