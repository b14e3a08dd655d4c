package dev.limiter.spring.webclient;

import dev.limiter.spring.call.OutgoingRequest;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;
import org.springframework.web.reactive.function.client.ClientRequest;

/** A WebClient's request, as the limiter reads it. */
record WebClientRequest(ClientRequest request) implements OutgoingRequest {

    @Override
    public String method() {
        return this.request.method().name();
    }

    @Override
    public URI url() {
        return this.request.url();
    }

    @Override
    public @Nullable String header(String name) {
        String value = String.join(", ", this.request.headers().getOrEmpty(name));
        return StringUtils.hasText(value) ? value : null;
    }

    @Override
    public @Nullable Object attribute(String name) {
        return this.request.attribute(name).orElse(null);
    }

    @Override
    public boolean hasRepeatableBody() {
        return RepeatableBody.isIn(this.request);
    }
}
