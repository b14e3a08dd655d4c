package dev.limiter.spring.webclient;

import dev.limiter.spring.call.RefusedAnswer;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The body of a response that nobody will see. A small one is read, so that its connection returns to the pool; of a
 * large or endless one the connection is given up.
 */
final class RefusedBody {

    private RefusedBody() {}

    /** Completes when the body is read, or given up; never fails. */
    static Mono<Void> release(ClientResponse response) {
        return response.bodyToFlux(DataBuffer.class)
                .map(RefusedBody::released)
                .scan(0L, Long::sum)
                .takeUntil(bytes -> bytes >= RefusedAnswer.MOST_BYTES)
                .take(RefusedAnswer.LONGEST)
                .onErrorComplete()
                .then();
    }

    /** The exception that Spring makes of the response, with as much of its body as is read here. */
    static Mono<WebClientResponseException> exception(ClientResponse response) {
        return response.mutate().body(RefusedBody::beginning).build().createException();
    }

    private static Flux<DataBuffer> beginning(Flux<DataBuffer> body) {
        return DataBufferUtils.takeUntilByteCount(body.map(RefusedBody::onHeap), RefusedAnswer.MOST_BYTES)
                .take(RefusedAnswer.LONGEST);
    }

    /*
     * Pooled buffers end here, before anything that takes: what is under way at the moment of the cut is dropped there,
     * by whichever thread, and would be lost to the pool.
     */

    private static long released(DataBuffer buffer) {
        long bytes = buffer.readableByteCount();
        DataBufferUtils.release(buffer);
        return bytes;
    }

    private static DataBuffer onHeap(DataBuffer buffer) {
        byte[] content = new byte[buffer.readableByteCount()];
        buffer.read(content);
        DataBufferUtils.release(buffer);
        return DefaultDataBufferFactory.sharedInstance.wrap(content);
    }
}
