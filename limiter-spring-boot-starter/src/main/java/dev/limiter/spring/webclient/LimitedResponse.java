package dev.limiter.spring.webclient;

import java.util.List;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.client.reactive.ClientHttpResponseDecorator;
import org.springframework.web.reactive.function.BodyExtractor;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import org.springframework.web.reactive.function.client.support.ClientResponseWrapper;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A response that says when its body has been read, cancelled or failed, in whatever way it is read. Not a mutated one: for
 * that Spring makes a new response, whose body goes through the message readers twice.
 */
final class LimitedResponse extends ClientResponseWrapper {

    private final Runnable end;

    /** @param end may be run more than once */
    LimitedResponse(ClientResponse response, Runnable end) {
        super(response);
        this.end = end;
    }

    private <T> Mono<T> watched(Mono<T> read) {
        return read.doOnTerminate(this.end).doOnCancel(this.end);
    }

    private <T> Flux<T> watched(Flux<T> read) {
        return read.doOnTerminate(this.end).doOnCancel(this.end);
    }

    /** What an extractor makes of the body may be anything, so the body itself is watched. */
    @Override
    public <T> T body(BodyExtractor<T, ? super ClientHttpResponse> extractor) {
        return super.body((message, context) -> extractor.extract(new WatchedMessage(message), context));
    }

    @Override
    public <T> Mono<T> bodyToMono(Class<? extends T> type) {
        return watched(super.bodyToMono(type));
    }

    @Override
    public <T> Mono<T> bodyToMono(ParameterizedTypeReference<T> type) {
        return watched(super.bodyToMono(type));
    }

    @Override
    public <T> Flux<T> bodyToFlux(Class<? extends T> type) {
        return watched(super.bodyToFlux(type));
    }

    @Override
    public <T> Flux<T> bodyToFlux(ParameterizedTypeReference<T> type) {
        return watched(super.bodyToFlux(type));
    }

    @Override
    public Mono<Void> releaseBody() {
        return watched(super.releaseBody());
    }

    @Override
    public Mono<ResponseEntity<Void>> toBodilessEntity() {
        return watched(super.toBodilessEntity());
    }

    @Override
    public <T> Mono<ResponseEntity<T>> toEntity(Class<T> type) {
        return watched(super.toEntity(type));
    }

    @Override
    public <T> Mono<ResponseEntity<T>> toEntity(ParameterizedTypeReference<T> type) {
        return watched(super.toEntity(type));
    }

    @Override
    public <T> Mono<ResponseEntity<List<T>>> toEntityList(Class<T> type) {
        return watched(super.toEntityList(type));
    }

    @Override
    public <T> Mono<ResponseEntity<List<T>>> toEntityList(ParameterizedTypeReference<T> type) {
        return watched(super.toEntityList(type));
    }

    @Override
    public Mono<WebClientResponseException> createException() {
        return watched(super.createException());
    }

    @Override
    public <T> Mono<T> createError() {
        return watched(super.createError());
    }

    /** A mutation of the response itself: Spring takes the request over from its own kind only. */
    @Override
    public Builder mutate() {
        return response().mutate().body(this::watched);
    }

    private final class WatchedMessage extends ClientHttpResponseDecorator {

        WatchedMessage(ClientHttpResponse message) {
            super(message);
        }

        @Override
        public Flux<DataBuffer> getBody() {
            return watched(super.getBody());
        }
    }
}
