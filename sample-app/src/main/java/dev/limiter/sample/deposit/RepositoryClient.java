package dev.limiter.sample.deposit;

import dev.limiter.OperationDoneException;
import dev.limiter.OperationInFlightException;
import dev.limiter.RateLimited;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** A client of a repository's API, as an application would write it. All that it knows of a limit is one annotation. */
@Component
public class RepositoryClient {

    /** The circuit that the repository counts; its quota stands in {@code application.yml}. */
    public static final String CONTOUR = "datacite";

    private static final MediaType JSON_API = MediaType.parseMediaType("application/vnd.api+json");

    private final WebClient repository;

    public RepositoryClient(WebClient repository) {
        this.repository = repository;
    }

    /**
     * Deposits a record. Nothing happens before subscription; a refusal that no repeat got over comes out as a
     * {@link WebClientResponseException}.
     *
     * <p>There is no {@code Idempotency-Key}: an API that does not know it would deposit a repeat once more. So a deposit
     * whose fate is unknown, after a broken connection, is not repeated, but one that was refused is.
     */
    @RateLimited(contour = CONTOUR)
    public Mono<DepositResult> deposit(DepositRecord record) {
        return send(record);
    }

    /**
     * Deposits a record that nobody else has deposited, or may be depositing, in whatever process: else the call is denied
     * with an {@link OperationDoneException} or an {@link OperationInFlightException}, and nothing is sent. A deposit whose
     * fate is unknown stays in flight; {@link #holds} tells what became of it.
     */
    @RateLimited(contour = CONTOUR, operation = "#record.id()")
    public Mono<DepositResult> depositOnce(DepositRecord record) {
        return send(record);
    }

    private Mono<DepositResult> send(DepositRecord record) {
        return this.repository
                .post()
                .uri("/dois")
                .contentType(JSON_API)
                .accept(JSON_API)
                .bodyValue(record.document())
                .retrieve()
                .bodyToMono(JsonNode.class)
                .map(DepositResult::of);
    }

    /** Whether the repository has the record. It is not counted by the server, so no mark. */
    public Mono<Boolean> holds(DepositRecord record) {
        return this.repository
                .get()
                .uri("/dois/{doi}", record.doi())
                .retrieve()
                .toBodilessEntity()
                .thenReturn(true)
                .onErrorResume(WebClientResponseException.NotFound.class, missing -> Mono.just(false));
    }

    /** Whether the API is there. It is not counted by the server, so no mark. */
    public Mono<Void> heartbeat() {
        return this.repository
                .get()
                .uri("/heartbeat")
                .retrieve()
                .toBodilessEntity()
                .then();
    }
}
