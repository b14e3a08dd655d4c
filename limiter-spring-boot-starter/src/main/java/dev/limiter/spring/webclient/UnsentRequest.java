package dev.limiter.spring.webclient;

import java.net.URI;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.AbstractClientHttpRequest;
import org.springframework.web.reactive.function.client.ClientRequest;
import reactor.core.publisher.Mono;

/** A message that goes nowhere, with the headers of a request. What is written to it is not subscribed to. */
final class UnsentRequest extends AbstractClientHttpRequest {

    private final ClientRequest request;

    UnsentRequest(ClientRequest request) {
        super(new HttpHeaders(request.headers()));
        this.request = request;
    }

    @Override
    public HttpMethod getMethod() {
        return this.request.method();
    }

    @Override
    public URI getURI() {
        return this.request.url();
    }

    @Override
    public DataBufferFactory bufferFactory() {
        return DefaultDataBufferFactory.sharedInstance;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T getNativeRequest() {
        return (T) this;
    }

    @Override
    public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
        return Mono.empty();
    }

    @Override
    public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
        return Mono.empty();
    }

    @Override
    public Mono<Void> setComplete() {
        return Mono.empty();
    }

    @Override
    protected void applyHeaders() {}

    @Override
    protected void applyCookies() {}
}
