package dev.limiter.spring.restclient;

import dev.limiter.http.ServerAnswer;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.client.ClientHttpResponse;

/** A blocking client's response, as a classifier sees it. */
record ResponseAnswer(
        int status,
        HttpHeaders headers,
        Instant receivedAt,
        @Nullable String piece) implements ServerAnswer {

    static ResponseAnswer of(ClientHttpResponse response, @Nullable String piece) throws IOException {
        return new ResponseAnswer(response.getStatusCode().value(), response.getHeaders(), Instant.now(), piece);
    }

    /** This answer with the first piece of its body. */
    ResponseAnswer withPiece(@Nullable String other) {
        return new ResponseAnswer(this.status, this.headers, this.receivedAt, other);
    }

    @Override
    public List<String> header(String name) {
        return this.headers.getOrEmpty(name);
    }

    @Override
    public Optional<String> body() {
        return Optional.ofNullable(this.piece);
    }
}
