package dev.limiter.spring.feign;

import feign.RequestTemplate;
import feign.codec.Encoder;
import java.lang.reflect.Type;
import java.nio.charset.Charset;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Encodes a body once for all attempts of a call: what is encoded may be a stream, and a multipart boundary is new each
 * time.
 */
record OnceEncoder(Encoder encoder) implements Encoder {

    @Override
    public void encode(Object value, Type type, RequestTemplate template) {
        FeignCall call = FeignCall.underWay();
        Consumer<RequestTemplate> encodedBefore = (call != null) ? call.encoded() : null;
        if (call == null) {
            this.encoder.encode(value, type, template);
        } else if (encodedBefore != null) {
            encodedBefore.accept(template);
        } else {
            Map<String, Collection<String>> before = template.headers();
            this.encoder.encode(value, type, template);
            // Without a body it was something else that was encoded, such as a page as query parameters.
            if (template.body() != null) {
                Encoded encoded = new Encoded(template.body(), template.requestCharset(), added(before, template));
                call.encoded(encoded::writeTo);
            }
        }
    }

    private static Map<String, Collection<String>> added(
            Map<String, Collection<String>> before, RequestTemplate template) {
        Map<String, Collection<String>> added = new LinkedHashMap<>(template.headers());
        added.entrySet().removeAll(before.entrySet());
        return added;
    }

    private record Encoded(byte[] body, @Nullable Charset charset, Map<String, Collection<String>> headers) {

        void writeTo(RequestTemplate template) {
            template.body(this.body, this.charset);
            this.headers.forEach((name, values) -> {
                template.removeHeader(name);
                template.headerLiteral(name, values);
            });
        }
    }
}
