package dev.limiter.benchmarks.call;

import dev.limiter.RateLimited;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** A client of somebody's API, as an application writes one. */
class Works {

    private final WebClient listed;

    private final WebClient other;

    Works(WebClient.Builder builder) {
        this.listed = builder.clone().baseUrl("http://listed.example").build();
        this.other = builder.clone().baseUrl("http://other.example").build();
    }

    /** To a host that a contour lists, where there is one. */
    Mono<String> byHost() {
        return get(this.listed);
    }

    /** To another one. */
    @RateLimited(contour = "marked")
    Mono<String> marked() {
        return get(this.other);
    }

    private static Mono<String> get(WebClient client) {
        return client.get().uri("/works/{id}", "10.5281").retrieve().bodyToMono(String.class);
    }
}
