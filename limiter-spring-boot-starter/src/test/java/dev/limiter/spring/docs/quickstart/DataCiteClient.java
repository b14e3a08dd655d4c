package dev.limiter.spring.docs.quickstart;

import dev.limiter.RateLimited;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

@Component
class DataCiteClient {

    private final RestClient client;

    DataCiteClient(RestClient.Builder builder, @Value("${datacite.url:https://api.datacite.org}") String url) {
        this.client = builder.baseUrl(url).build();
    }

    @RateLimited(contour = "datacite")
    int heartbeat() {
        return this.client
                .get()
                .uri("/heartbeat")
                .retrieve()
                .toBodilessEntity()
                .getStatusCode()
                .value();
    }
}
