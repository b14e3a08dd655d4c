package dev.limiter.sample.page;

import dev.limiter.sample.deposit.RepositoryClient;
import dev.limiter.spring.actuate.LimiterEndpoint.ContourDescriptor;
import dev.limiter.spring.actuate.LimiterEndpoint.ProblemDescriptor;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** The actuator of one worker, as a person on call uses it: through HTTP. */
final class Actuator {

    private static final Duration READ_PATIENCE = Duration.ofSeconds(1);

    /** The endpoint waits for its store up to 30 s. */
    private static final Duration WRITE_PATIENCE = Duration.ofSeconds(35);

    private final WebClient http;

    Actuator(URI address) {
        this.http = WebClient.create(address + "/limiter/" + RepositoryClient.CONTOUR);
    }

    Mono<ContourDescriptor> read() {
        return this.http.get().retrieve().bodyToMono(ContourDescriptor.class).timeout(READ_PATIENCE);
    }

    /** @throws NotDoneException when the answer is that it was not done: says why */
    void pause(Duration length) {
        write("pause", Map.of("length", length.toSeconds() + "s", "cause", "from the page"));
    }

    /** @throws NotDoneException when the answer is that it was not done: says why */
    void resume() {
        write("resume", Map.of());
    }

    private void write(String action, Map<String, String> arguments) {
        this.http
                .post()
                .uri("/{action}", action)
                .bodyValue(arguments)
                .retrieve()
                .onStatus(
                        HttpStatusCode::isError,
                        answer -> answer.bodyToMono(ProblemDescriptor.class)
                                .map(problem -> new NotDoneException(problem.message())))
                .toBodilessEntity()
                .block(WRITE_PATIENCE);
    }
}
