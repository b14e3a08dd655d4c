package dev.limiter.spring.webclient;

import dev.limiter.spring.call.LimiterAttributes;
import io.netty.util.ReferenceCounted;
import java.io.InputStream;
import java.io.Reader;
import java.nio.channels.Channel;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.InputStreamSource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpEntity;
import org.springframework.http.MediaType;
import org.springframework.http.ReactiveHttpOutputMessage;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.codec.multipart.Part;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.ClassUtils;
import org.springframework.web.reactive.function.BodyInserter;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.ClientRequest;
import reactor.core.Fuseable;
import reactor.core.Scannable;
import reactor.core.publisher.Mono;

/**
 * Says whether a request's body is the same each time it is written. A value is, a stream is not, and what cannot be told
 * is not.
 *
 * <p>Spring's own inserters hand what they insert to a message writer, and do nothing else; so one that only looks is put
 * in the place of the real ones, and nothing is read or written. Inserters of the application's own are not tried: they
 * may read their source at once, and the real request would then be sent empty.
 */
final class RepeatableBody {

    private static final String SPRINGS_OWN = BodyInserters.class.getName() + "$";

    private static final boolean NETTY =
            ClassUtils.isPresent("io.netty.util.ReferenceCounted", RepeatableBody.class.getClassLoader());

    private static final List<Class<?>> READ_ONCE = List.of(
            Publisher.class,
            InputStream.class,
            Reader.class,
            Channel.class,
            Iterator.class,
            BaseStream.class,
            DataBuffer.class,
            Part.class);

    private RepeatableBody() {}

    static boolean isIn(ClientRequest request) {
        Object declared = request.attributes().get(LimiterAttributes.REPEATABLE_BODY);
        if (declared != null) {
            return Boolean.parseBoolean(declared.toString());
        }
        BodyInserter<?, ? super ClientHttpRequest> inserter = request.body();
        if (inserter.equals(BodyInserters.empty())) {
            return true;
        }
        return inserter.getClass().getName().startsWith(SPRINGS_OWN) && Look.at(inserter, request);
    }

    private static boolean isWrittenTheSameTwice(@Nullable Object value) {
        if (value instanceof Resource resource) {
            return !resource.isOpen();
        }
        if (value instanceof HttpEntity<?> part) {
            return isWrittenTheSameTwice(part.getBody());
        }
        if (value instanceof Map<?, ?> map) {
            return map.values().stream().allMatch(RepeatableBody::isWrittenTheSameTwice);
        }
        if (value instanceof Collection<?> many) {
            return many.stream().allMatch(RepeatableBody::isWrittenTheSameTwice);
        }
        return value == null || !isReadOnce(value);
    }

    private static boolean isReadOnce(Object value) {
        return READ_ONCE.stream().anyMatch(type -> type.isInstance(value))
                || (value instanceof InputStreamSource)
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(value.getClass()) != null
                || (NETTY && Netty.isBuffer(value));
    }

    /** What an inserter would write. */
    private static final class Look implements BodyInserter.Context, HttpMessageWriter<Object> {

        private boolean repeatable;

        static boolean at(BodyInserter<?, ? super ClientHttpRequest> inserter, ClientRequest request) {
            Look look = new Look();
            try {
                // What writes to the message itself, past all writers, is a stream of buffers.
                inserter.insert(new UnsentRequest(request), look);
                return look.repeatable;
            } catch (RuntimeException ex) {
                return false;
            }
        }

        @Override
        public Mono<Void> write(
                Publisher<?> input,
                ResolvableType elementType,
                @Nullable MediaType mediaType,
                ReactiveHttpOutputMessage message,
                Map<String, Object> hints) {
            this.repeatable = holdsItsValue(input) && isWrittenTheSameTwice(valueOf((Callable<?>) input));
            return Mono.empty();
        }

        /** {@code Mono.just} and its like, also where Reactor's debug mode has wrapped it. */
        private static boolean holdsItsValue(Publisher<?> input) {
            return input instanceof Fuseable.ScalarCallable<?>
                    || (input instanceof Callable<?>
                            && Scannable.from(input).parents().findFirst().orElse(null)
                                    instanceof Fuseable.ScalarCallable<?>);
        }

        private static @Nullable Object valueOf(Callable<?> scalar) {
            try {
                return scalar.call();
            } catch (Exception ex) {
                throw new IllegalStateException(ex);
            }
        }

        @Override
        public List<HttpMessageWriter<?>> messageWriters() {
            return List.of(this);
        }

        @Override
        public boolean canWrite(ResolvableType elementType, @Nullable MediaType mediaType) {
            return true;
        }

        @Override
        public List<MediaType> getWritableMediaTypes() {
            return List.of(MediaType.ALL);
        }

        @Override
        public Optional<ServerHttpRequest> serverRequest() {
            return Optional.empty();
        }

        @Override
        public Map<String, Object> hints() {
            return Map.of();
        }
    }

    /** Apart, so that applications without Netty can load the class around it. */
    private static final class Netty {

        static boolean isBuffer(Object value) {
            return value instanceof ReferenceCounted;
        }
    }
}
