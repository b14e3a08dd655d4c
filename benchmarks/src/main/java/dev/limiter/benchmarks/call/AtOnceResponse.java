package dev.limiter.benchmarks.call;

import java.nio.charset.StandardCharsets;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseCookie;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import reactor.core.publisher.Flux;

/** 200, with a small body, and the date that every server sends. */
final class AtOnceResponse implements ClientHttpResponse {

    private static final byte[] BODY = "{\"id\": \"10.5281/zenodo.1\"}".getBytes(StandardCharsets.UTF_8);

    private final HttpHeaders headers = new HttpHeaders();

    AtOnceResponse() {
        this.headers.setContentType(MediaType.APPLICATION_JSON);
        this.headers.setContentLength(BODY.length);
        this.headers.set(HttpHeaders.DATE, "Thu, 01 Jan 2026 00:00:00 GMT");
    }

    @Override
    public HttpStatusCode getStatusCode() {
        return HttpStatus.OK;
    }

    @Override
    public HttpHeaders getHeaders() {
        return this.headers;
    }

    @Override
    public MultiValueMap<String, ResponseCookie> getCookies() {
        return new LinkedMultiValueMap<>();
    }

    @Override
    public Flux<DataBuffer> getBody() {
        return Flux.defer(() -> Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(BODY)));
    }
}
