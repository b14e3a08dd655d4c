package dev.limiter.spring.metrics;

import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.call.LimiterAttributes;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** However many URLs, keys and errors there are, there are as many meters. */
class MeterCardinalityTests {

    private final Upstream api = Upstream.answering(Answer.ok());

    private final LimitedApplication app = LimitedApplication.start(
            contour("api", this.api, "limits[0].rate=100000/s", "limits[0].capacity=100000", "arrival-jitter=0ms"));

    private final PrometheusMeterRegistry meters = this.app.bean(PrometheusMeterRegistry.class);

    @AfterEach
    void close() {
        this.app.close();
        this.api.close();
    }

    private long limiterMeters() {
        return this.meters.getMeters().stream()
                .map(Meter::getId)
                .filter(id -> id.getName().startsWith("limiter."))
                .count();
    }

    /** Without a network: what it says to each request depends on the request's number alone. */
    private static Mono<ClientResponse> said(ClientRequest request) {
        int number = Integer.parseInt(request.headers().getFirst("X-Number"));
        if (number % 10 == 1) {
            return Mono.error(new WebClientRequestException(
                    new IOException("error " + number), request.method(), request.url(), request.headers()));
        }
        return Mono.just(ClientResponse.create(HttpStatus.valueOf(number % 10 == 2 ? 500 : 200))
                .body("answer " + number)
                .build());
    }

    @Test
    void p111_ten_thousand_urls_errors_and_keys_make_no_meter_more() {
        WebClient client =
                this.app.builder().exchangeFunction(MeterCardinalityTests::said).build();
        Flux<String> calls = Flux.range(0, 10_000)
                .flatMap(
                        number -> client.post()
                                .uri(this.api.url() + "/10.5072/" + number + "?query=" + number)
                                .header("X-Number", String.valueOf(number))
                                .attribute(LimiterAttributes.CONTOUR, "api")
                                .attribute(LimiterAttributes.KEY, "key" + number % 1000)
                                .retrieve()
                                .bodyToMono(String.class)
                                .onErrorResume(ex -> Mono.just("failed")),
                        16);
        calls.take(100).blockLast(Duration.ofSeconds(20));
        long few = limiterMeters();
        assertThat(calls.count().block(Duration.ofSeconds(60))).isEqualTo(10_000);

        assertThat(limiterMeters()).isEqualTo(few);
        assertThat(this.meters.find("limiter.attempt").timers().stream()
                        .mapToLong(timer -> timer.count())
                        .sum())
                .isGreaterThanOrEqualTo(10_000);
        assertThat(this.meters.getMeters().stream().flatMap(meter -> meter.getId().getTags().stream()))
                .noneMatch(tag -> tag.getValue().startsWith("key"));
    }
}
