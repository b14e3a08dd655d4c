package dev.limiter.benchmarks.call;

import java.net.URI;
import java.util.function.Function;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpResponse;
import reactor.core.publisher.Mono;

/** Sends nothing and answers at once, on the calling thread: what an exchange costs then is spent above it. */
final class AtOnceConnector implements ClientHttpConnector {

    @Override
    public Mono<ClientHttpResponse> connect(
            HttpMethod method, URI uri, Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
        return Mono.defer(() -> requestCallback.apply(new AtOnceRequest(method, uri)))
                .then(Mono.fromSupplier(AtOnceResponse::new));
    }
}
