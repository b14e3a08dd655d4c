package dev.limiter.sample.api;

import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_TYPE;
import static io.netty.handler.codec.http.HttpHeaderNames.DATE;

import dev.limiter.spring.test.RetryAfterForm;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.time.InstantSource;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** What the server answers to what. Only {@code POST /dois} is metered. */
final class Endpoints implements BiFunction<HttpServerRequest, HttpServerResponse, Publisher<Void>> {

    private static final String DOIS = "/dois";

    private final Bodies bodies = new Bodies();
    private final Intake intake;
    private final RetryAfterForm retryAfter;
    private final LongSupplier micros;
    private final InstantSource wallClock;

    Endpoints(Intake intake, RetryAfterForm retryAfter, LongSupplier micros, InstantSource wallClock) {
        this.intake = intake;
        this.retryAfter = retryAfter;
        this.micros = micros;
        this.wallClock = wallClock;
    }

    @Override
    public Publisher<Void> apply(HttpServerRequest request, HttpServerResponse response) {
        long arrivedAt = micros.getAsLong();
        String path = new QueryStringDecoder(request.uri()).path();
        if (request.method().equals(HttpMethod.POST) && path.equals(DOIS)) {
            return deposit(arrivedAt, request, response);
        }
        if (request.method().equals(HttpMethod.GET) && path.equals("/heartbeat")) {
            return send(response, 200, "text/plain", new byte[] {'O', 'K'});
        }
        if (request.method().equals(HttpMethod.GET) && path.startsWith(DOIS + "/")) {
            return lookUp(path.substring(DOIS.length() + 1).toLowerCase(Locale.ROOT), response);
        }
        return error(response, 404, "There is nothing at this address");
    }

    /** Judges the request as it comes, before its body has, but logs it with what the body said. */
    private Publisher<Void> deposit(long arrivedAt, HttpServerRequest request, HttpServerResponse response) {
        Verdict verdict = intake.judge(arrivedAt);
        String worker = request.requestHeaders().get("X-Worker", "");
        return request.receive()
                .aggregate()
                .asByteArray()
                .defaultIfEmpty(new byte[0])
                .map(bodies::doiOf)
                // A body that broke off says nothing; the request has been counted all the same.
                .onErrorReturn("")
                .flatMap(doi -> {
                    int status = statusOf(verdict, doi);
                    Arrival arrival = new Arrival(arrivedAt, worker, status, doi, verdict.duringPause());
                    if (!intake.record(arrival)) {
                        return Mono.never();
                    }
                    return Mono.from(
                            switch (status) {
                                case 201 -> json(response, 201, bodies.doi(doi));
                                case 429 -> refuse(response, verdict);
                                default -> error(response, status, "The deposit names no DOI");
                            });
                });
    }

    private static int statusOf(Verdict verdict, String doi) {
        if (!verdict.admitted()) {
            return 429;
        }
        return doi.isEmpty() ? 422 : 201;
    }

    private Publisher<Void> refuse(HttpServerResponse response, Verdict verdict) {
        retryAfter.headers(verdict.waitMicros(), wallClock.instant()).forEach(response::header);
        return error(response, 429, verdict.duringPause() ? "A pause is running" : "Too many requests");
    }

    private Publisher<Void> lookUp(String doi, HttpServerResponse response) {
        return intake.holds(doi)
                ? json(response, 200, bodies.doi(doi))
                : error(response, 404, "This DOI has not been deposited");
    }

    private Publisher<Void> error(HttpServerResponse response, int status, String title) {
        return json(response, status, bodies.error(status, title));
    }

    private Publisher<Void> json(HttpServerResponse response, int status, byte[] body) {
        return send(response, status, "application/vnd.api+json", body);
    }

    private Publisher<Void> send(HttpServerResponse response, int status, String contentType, byte[] body) {
        return response.status(status)
                .header(DATE, RetryAfterForm.httpDate(wallClock.instant()))
                .header(CONTENT_TYPE, contentType)
                .sendByteArray(Mono.just(body));
    }
}
