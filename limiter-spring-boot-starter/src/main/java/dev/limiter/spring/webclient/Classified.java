package dev.limiter.spring.webclient;

import dev.limiter.http.ResponseClassifier;
import dev.limiter.http.ServerAnswer;
import dev.limiter.http.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.ClientResponse;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/**
 * A response, and what the classifier says of it.
 *
 * @param response with its whole body still to come, whatever the classifier has seen of it
 * @param readAhead gives up a body that nobody will ask for
 */
record Classified(ClientResponse response, ServerAnswer answer, Verdict verdict, Disposable readAhead) {

    /**
     * At once, unless the classifier asks for a piece of the body.
     *
     * @param classifier does not throw
     * @param use what to do with it
     */
    static Mono<ClientResponse> of(
            ClientResponse response, ResponseClassifier classifier, Function<Classified, ClientResponse> use) {
        Answer answer = new Answer(response, Instant.now(), null);
        if (!classifier.needsBody(answer)) {
            return Mono.just(
                    use.apply(new Classified(response, answer, classifier.classify(answer), Disposables.disposed())));
        }
        return BodyPiece.read(response).map(piece -> {
            Answer more = new Answer(response, answer.receivedAt(), piece.text());
            return use.apply(
                    new Classified(piece.responseWithWholeBody(), more, classifier.classify(more), piece::abandon));
        });
    }

    private record Answer(
            ClientResponse response,
            Instant receivedAt,
            @Nullable String piece) implements ServerAnswer {

        @Override
        public int status() {
            return this.response.statusCode().value();
        }

        @Override
        public List<String> header(String name) {
            return this.response.headers().header(name);
        }

        @Override
        public Optional<String> body() {
            return Optional.ofNullable(this.piece);
        }
    }
}
