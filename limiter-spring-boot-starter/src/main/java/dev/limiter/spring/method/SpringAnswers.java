package dev.limiter.spring.method;

import dev.limiter.http.ResponseClassifier;
import dev.limiter.http.ServerAnswer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/** What the exceptions of Spring's own clients say, where these clients are there. */
final class SpringAnswers {

    private SpringAnswers() {}

    static List<ThrownAnswer> present() {
        List<ThrownAnswer> present = new ArrayList<>();
        ClassLoader loader = SpringAnswers.class.getClassLoader();
        if (ClassUtils.isPresent("org.springframework.web.client.RestClientResponseException", loader)) {
            present.add(new OfRestClient());
        }
        if (ClassUtils.isPresent(
                "org.springframework.web.reactive.function.client.WebClientResponseException", loader)) {
            present.add(new OfWebClient());
        }
        return present;
    }

    private static final class OfRestClient implements ThrownAnswer {

        @Override
        public Optional<ServerAnswer> read(Throwable thrown) {
            return (thrown instanceof RestClientResponseException ex)
                    ? Optional.of(new Answer(
                            ex.getStatusCode().value(), ex.getResponseHeaders(), ex.getResponseBodyAsByteArray()))
                    : Optional.empty();
        }
    }

    private static final class OfWebClient implements ThrownAnswer {

        @Override
        public Optional<ServerAnswer> read(Throwable thrown) {
            return (thrown instanceof WebClientResponseException ex)
                    ? Optional.of(
                            new Answer(ex.getStatusCode().value(), ex.getHeaders(), ex.getResponseBodyAsByteArray()))
                    : Optional.empty();
        }
    }

    private record Answer(int status, @Nullable HttpHeaders headers, byte[] bytes) implements ServerAnswer {

        @Override
        public List<String> header(String name) {
            return (this.headers != null) ? this.headers.getOrEmpty(name) : List.of();
        }

        @Override
        public Optional<String> body() {
            byte[] piece = Arrays.copyOf(this.bytes, Math.min(this.bytes.length, ResponseClassifier.BODY_PIECE_BYTES));
            return (piece.length > 0) ? Optional.of(new String(piece, StandardCharsets.UTF_8)) : Optional.empty();
        }
    }
}
