package dev.limiter.spring.webclient;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.util.ClassUtils;
import org.springframework.web.reactive.function.client.ClientRequest;
import reactor.netty.http.client.HttpClientRequest;

/** Where the HTTP library is really sending a request. */
final class WrittenRequest {

    private static final boolean REACTOR_NETTY =
            ClassUtils.isPresent("reactor.netty.http.client.HttpClientRequest", WrittenRequest.class.getClassLoader());

    private WrittenRequest() {}

    /** The URL after the redirects so far, where the library tells it; else that of the request. */
    static URI url(ClientHttpRequest message, ClientRequest request) {
        Object written = message.getNativeRequest();
        String url = REACTOR_NETTY ? ReactorNetty.url(written) : null;
        try {
            return (url != null) ? new URI(url) : request.url();
        } catch (URISyntaxException ex) {
            return request.url();
        }
    }

    /** Whether the library asks for the request only when it has a connection for it. */
    static boolean hasConnection(ClientHttpRequest message) {
        return REACTOR_NETTY && ReactorNetty.isOwn(message.getNativeRequest());
    }

    /** Apache's client sends what is answered 429 or 503 once more by itself, and says nothing of it. */
    static boolean mayBeSentAgainUnseen(ClientHttpRequest message) {
        return message.getNativeRequest().getClass().getName().startsWith("org.apache.hc.");
    }

    /** Apart, so that applications with another HTTP library can load the class around it. */
    private static final class ReactorNetty {

        static boolean isOwn(Object written) {
            return written instanceof HttpClientRequest;
        }

        static @Nullable String url(Object written) {
            return (written instanceof HttpClientRequest sent) ? sent.resourceUrl() : null;
        }
    }
}
