package dev.limiter.spring.feign;

import dev.limiter.http.ServerAnswer;
import feign.Response;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A Feign client's response, as a classifier sees it. */
record FeignAnswer(
        int status,
        Map<String, Collection<String>> headers,
        Instant receivedAt,
        @Nullable String piece) implements ServerAnswer {

    static FeignAnswer of(Response response, @Nullable String piece) {
        return new FeignAnswer(response.status(), response.headers(), Instant.now(), piece);
    }

    /** Feign keeps them without regard to case. */
    @Override
    public List<String> header(String name) {
        return List.copyOf(this.headers.getOrDefault(name, List.of()));
    }

    @Override
    public Optional<String> body() {
        return Optional.ofNullable(this.piece);
    }
}
