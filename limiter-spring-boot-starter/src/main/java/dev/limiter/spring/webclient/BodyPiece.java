package dev.limiter.spring.webclient;

import dev.limiter.http.ResponseClassifier;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.client.ClientResponse;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * The first piece of a response's body, read ahead of the caller and handed to it again. What was read is kept on the
 * heap until the caller reads, the rest is passed on as it comes, and no more than the piece is asked of the connection
 * before the caller asks.
 */
final class BodyPiece extends BaseSubscriber<DataBuffer> {

    /** A body that trickles must not hold its response back. */
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final ClientResponse response;

    private final Context context;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private final Sinks.Many<DataBuffer> buffers = Sinks.many().unicast().onBackpressureBuffer();

    private final Sinks.Empty<Void> read = Sinks.empty();

    private volatile boolean claimed;

    private BodyPiece(ClientResponse response, ContextView context) {
        this.response = response;
        this.context = Context.of(context);
    }

    /** Reads as much as a classifier gets, or to the end of the body, or for a second. */
    static Mono<BodyPiece> read(ClientResponse response) {
        return Mono.deferContextual(context -> {
            BodyPiece piece = new BodyPiece(response, context);
            response.bodyToFlux(DataBuffer.class).subscribe(piece);
            return piece.read
                    .asMono()
                    .timeout(LONGEST, Mono.empty())
                    .thenReturn(piece)
                    .doOnCancel(piece::dispose);
        });
    }

    /** {@code null} where there is no body. */
    @Nullable
    String text() {
        byte[] piece = copy();
        if (piece.length == 0) {
            return null;
        }
        Charset charset =
                this.response.headers().contentType().map(MediaType::getCharset).orElse(StandardCharsets.UTF_8);
        return new String(piece, charset);
    }

    ClientResponse responseWithWholeBody() {
        // The caller asks for the buffers of the piece too; that many more are kept here at most.
        Flux<DataBuffer> whole = this.buffers
                .asFlux()
                .doOnSubscribe(subscription -> this.claimed = true)
                .doOnRequest(this::request)
                .doOnCancel(this::dispose)
                .doOnDiscard(DataBuffer.class, DataBufferUtils::release);
        return this.response.mutate().body(body -> whole).build();
    }

    /** The call was cancelled: gives the connection up, unless somebody is reading the body. */
    void abandon() {
        if (!this.claimed) {
            dispose();
            this.buffers.tryEmitError(new IllegalStateException("the call was cancelled before its body was read"));
        }
    }

    @Override
    public Context currentContext() {
        return this.context;
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        request(1);
    }

    @Override
    protected void hookOnNext(DataBuffer buffer) {
        int missing = missing();
        if (missing <= 0) {
            passOn(buffer);
            return;
        }
        byte[] content = new byte[buffer.readableByteCount()];
        buffer.read(content);
        DataBufferUtils.release(buffer);
        keep(content, Math.min(missing, content.length));
        passOn(DefaultDataBufferFactory.sharedInstance.wrap(content));
        if (content.length < missing) {
            request(1);
        } else {
            this.read.tryEmitEmpty();
        }
    }

    private void passOn(DataBuffer buffer) {
        if (this.buffers.tryEmitNext(buffer).isFailure()) {
            DataBufferUtils.release(buffer);
        }
    }

    private synchronized int missing() {
        return ResponseClassifier.BODY_PIECE_BYTES - this.bytes.size();
    }

    private synchronized void keep(byte[] content, int length) {
        this.bytes.write(content, 0, length);
    }

    private synchronized byte[] copy() {
        return this.bytes.toByteArray();
    }

    @Override
    protected void hookOnComplete() {
        this.buffers.tryEmitComplete();
        this.read.tryEmitEmpty();
    }

    @Override
    protected void hookOnError(Throwable error) {
        this.buffers.tryEmitError(error);
        this.read.tryEmitEmpty();
    }
}
