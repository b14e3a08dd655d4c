package dev.limiter.spring.restclient;

import dev.limiter.spring.call.LimiterAttributes;
import dev.limiter.spring.call.OutgoingRequest;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpRequest;
import org.springframework.util.StringUtils;

/**
 * A blocking client's request, as the limiter reads it.
 *
 * @param repeatable whether what Spring writes into it is the same each time, as far as Spring says
 */
record HttpRequestView(HttpRequest request, boolean repeatable) implements OutgoingRequest {

    @Override
    public String method() {
        return this.request.getMethod().name();
    }

    @Override
    public URI url() {
        return this.request.getURI();
    }

    @Override
    public @Nullable String header(String name) {
        String value = String.join(", ", this.request.getHeaders().getOrEmpty(name));
        return StringUtils.hasText(value) ? value : null;
    }

    @Override
    public @Nullable Object attribute(String name) {
        return this.request.getAttributes().get(name);
    }

    @Override
    public boolean hasRepeatableBody() {
        return (attribute(LimiterAttributes.REPEATABLE_BODY) instanceof Boolean stated) ? stated : this.repeatable;
    }
}
