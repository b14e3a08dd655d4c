package dev.limiter.spring.test;

import dev.limiter.RateLimited;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** The application that the examples test. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({DepositApplication.DepositClient.class, DepositApplication.BlockingDepositClient.class})
class DepositApplication {

    static class DepositClient {

        private final WebClient client;

        DepositClient(WebClient.Builder builder, @Value("${datacite.url}") String url) {
            this.client = builder.baseUrl(url).build();
        }

        @RateLimited(contour = "datacite")
        public Mono<String> deposit(String metadata) {
            return this.client
                    .post()
                    .uri("/dois")
                    .bodyValue(metadata)
                    .retrieve()
                    .bodyToMono(String.class);
        }
    }

    static class BlockingDepositClient {

        private final RestClient client;

        BlockingDepositClient(RestClient.Builder builder, @Value("${datacite.url}") String url) {
            this.client = builder.baseUrl(url).build();
        }

        @RateLimited(contour = "datacite", operation = "#metadata")
        public void deposit(String metadata) {
            this.client.post().uri("/dois").body(metadata).retrieve().toBodilessEntity();
        }
    }
}
