package dev.limiter.spring.method;

import dev.limiter.PermitPer;
import dev.limiter.RateLimited;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** Its methods are one business operation each, and return in each of the ways that there are. */
class OperationClient {

    private final RestClient rest;

    private final WebClient web;

    private final String url;

    OperationClient(RestClient rest, WebClient web, String url) {
        this.rest = rest;
        this.web = web;
        this.url = url;
    }

    @RateLimited(contour = "api", operation = "#id")
    public String blocking(String id) {
        return "" + this.rest.post().uri("/deposits").body(id).retrieve().body(String.class);
    }

    @RateLimited(contour = "api", operation = "#id")
    public Mono<String> reactive(String id) {
        return this.web.post().uri("/deposits").bodyValue(id).retrieve().bodyToMono(String.class);
    }

    @RateLimited(contour = "api", operation = "#id")
    public CompletableFuture<String> stage(String id) {
        return this.web
                .post()
                .uri("/deposits")
                .bodyValue(id)
                .retrieve()
                .bodyToMono(String.class)
                .toFuture();
    }

    @RateLimited(contour = "api", operation = "#id", permit = PermitPer.METHOD)
    public String unseen(String id) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(this.url + "/deposits"))
                .POST(HttpRequest.BodyPublishers.ofString(id))
                .build();
        int status = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .statusCode();
        if (status == 429) {
            throw HttpClientErrorException.create(
                    HttpStatus.TOO_MANY_REQUESTS, "", new HttpHeaders(), new byte[0], null);
        }
        if (status != 200) {
            throw new IOException("said " + status);
        }
        return "said 200";
    }

    @RateLimited(contour = "api", operation = "#id")
    public void draftAndPublish(String id) {
        this.rest.post().uri("/drafts").body(id).retrieve().toBodilessEntity();
        this.rest.post().uri("/publish").body(id).retrieve().toBodilessEntity();
    }

    @RateLimited(contour = "slow", operation = "#id")
    public String denied(String id) {
        return "" + this.rest.post().uri("/deposits").body(id).retrieve().body(String.class);
    }

    @RateLimited(contour = "api", operation = "#id")
    public String nothingSeen(String id) {
        return id;
    }

    /** The ways in which a method can return. */
    enum Way {
        BLOCKING,
        REACTIVE,
        STAGE,
        UNSEEN;

        String call(OperationClient client, String id) throws Exception {
            return switch (this) {
                case BLOCKING -> client.blocking(id);
                case REACTIVE -> String.valueOf(client.reactive(id).block(Duration.ofSeconds(10)));
                case STAGE -> stage(client, id);
                case UNSEEN -> client.unseen(id);
            };
        }

        private static String stage(OperationClient client, String id) throws Exception {
            try {
                return client.stage(id).get(10, TimeUnit.SECONDS);
            } catch (ExecutionException ex) {
                throw (ex.getCause() instanceof Exception cause) ? cause : ex;
            }
        }
    }
}
