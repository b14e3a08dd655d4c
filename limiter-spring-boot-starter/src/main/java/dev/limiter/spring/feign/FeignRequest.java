package dev.limiter.spring.feign;

import dev.limiter.spring.call.Call;
import dev.limiter.spring.call.OutgoingRequest;
import feign.Request;
import feign.RequestTemplate;
import feign.Target;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Feign client's request, as the limiter reads it.
 *
 * @param call which it belongs to; {@code null} before there is one
 */
record FeignRequest(
        String method,
        URI url,
        Map<String, Collection<String>> headers,
        @Nullable Call call) implements OutgoingRequest {

    /** Before its interceptors: Feign makes the URL whole after them. */
    static FeignRequest of(RequestTemplate template, Target<?> target) {
        String url = template.url();
        return new FeignRequest(
                template.method(), parse(url.startsWith("http") ? url : target.url() + url), template.headers(), null);
    }

    static FeignRequest of(Request request, @Nullable Call call) {
        return new FeignRequest(request.httpMethod().name(), parse(request.url()), Map.copyOf(request.headers()), call);
    }

    /** Feign's clients send what {@link URI} takes for a mistake, such as a bar in a path. */
    private static URI parse(String url) {
        try {
            return new URI(url);
        } catch (URISyntaxException ex) {
            int colon = url.indexOf(':');
            try {
                return new URI(url.substring(0, colon), url.substring(colon + 1), null);
            } catch (URISyntaxException | IndexOutOfBoundsException unreadable) {
                throw new IllegalArgumentException(ex);
            }
        }
    }

    @Override
    public @Nullable String header(String name) {
        return this.headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .flatMap(header -> header.getValue().stream())
                .filter(value -> value != null && !value.isBlank())
                .reduce((one, other) -> one + ", " + other)
                .orElse(null);
    }

    /** Feign's requests have no attributes but the limiter's own. */
    @Override
    public @Nullable Object attribute(String name) {
        return name.equals(Call.ATTRIBUTE) ? this.call : null;
    }

    /** It is bytes, and encoded once. */
    @Override
    public boolean hasRepeatableBody() {
        return true;
    }
}
