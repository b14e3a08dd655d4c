package dev.limiter.spring.client;

import dev.limiter.RateLimitException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/**
 * What a caller sees at the end, in the same words for every client.
 *
 * @param words {@code 200}; {@code thrown 429}; {@code broken} where there was no answer; else the exception's simple name
 */
record Outcome(
        String words,
        HttpHeaders headers,
        String body,
        @Nullable Throwable thrown) {

    /** The connection broke, or was never made. */
    static final String BROKEN = "broken";

    static Outcome of(ResponseEntity<String> answer) {
        @Nullable String body = answer.getBody();
        String words = String.valueOf(answer.getStatusCode().value());
        return new Outcome(words, answer.getHeaders(), (body != null) ? body : "", null);
    }

    /** An answer that the client has made an exception of. */
    static Outcome thrown(int status, HttpHeaders headers, String body, Throwable thrown) {
        return new Outcome("thrown " + status, headers, body, thrown);
    }

    static Outcome broken(Throwable thrown) {
        return new Outcome(BROKEN, new HttpHeaders(), "", thrown);
    }

    /** How Spring's own clients end. */
    static Outcome of(Throwable thrown) {
        if (thrown instanceof RestClientResponseException ex) {
            @Nullable HttpHeaders headers = ex.getResponseHeaders();
            return thrown(
                    ex.getStatusCode().value(),
                    (headers != null) ? headers : new HttpHeaders(),
                    ex.getResponseBodyAsString(),
                    ex);
        }
        if (thrown instanceof WebClientResponseException ex) {
            return thrown(ex.getStatusCode().value(), ex.getHeaders(), ex.getResponseBodyAsString(), ex);
        }
        if (thrown instanceof ResourceAccessException || thrown instanceof WebClientRequestException) {
            return broken(thrown);
        }
        return new Outcome(thrown.getClass().getSimpleName(), new HttpHeaders(), "", thrown);
    }

    Throwable cause() {
        return Objects.requireNonNull(Objects.requireNonNull(this.thrown).getCause());
    }

    boolean isDenial() {
        return this.thrown instanceof RateLimitException;
    }
}
