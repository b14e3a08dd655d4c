package dev.limiter.spring.client;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a caller asks its client to send.
 *
 * @param attributes of the request, for clients that have such
 */
record Ask(
        String method,
        URI url,
        Map<String, String> headers,
        @Nullable String body,
        Map<String, Object> attributes) {

    static Ask get(String url) {
        return new Ask("GET", URI.create(url), Map.of(), null, Map.of());
    }

    static Ask post(String url, String body) {
        return new Ask("POST", URI.create(url), Map.of(), body, Map.of());
    }

    Ask with(String attribute, Object value) {
        Map<String, Object> all = new LinkedHashMap<>(this.attributes);
        all.put(attribute, value);
        return new Ask(this.method, this.url, this.headers, this.body, all);
    }
}
