package dev.limiter.spring.docs;

import dev.limiter.RateLimited;
import dev.limiter.spring.docs.GuideCode.Deposit;
import dev.limiter.spring.docs.GuideCode.Metadata;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** The example of the README. */
@Component
class DepositClient {
    private final WebClient client;

    DepositClient(WebClient.Builder builder) {
        this.client = builder.baseUrl("https://api.datacite.org").build();
    }

    @RateLimited(contour = "datacite")
    Mono<Deposit> deposit(Metadata metadata) {
        return this.client.post().uri("/dois").bodyValue(metadata).retrieve().bodyToMono(Deposit.class);
    }
}
