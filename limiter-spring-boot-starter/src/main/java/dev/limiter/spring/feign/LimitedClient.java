package dev.limiter.spring.feign;

import dev.limiter.http.ResponseClassifier;
import dev.limiter.spring.call.BlockingAttempt;
import dev.limiter.spring.call.Call;
import dev.limiter.spring.call.Traffic;
import feign.Client;
import feign.Request;
import feign.Request.HttpMethod;
import feign.Response;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Takes a permit for each exchange, whoever asks for it: the limiter's repeats, Feign's, or the application's. */
record LimitedClient(Client client, Supplier<Traffic> traffic) implements Client {

    @Override
    public Response execute(Request request, Request.Options options) throws IOException {
        FeignCall under = FeignCall.underWay();
        Call call = (under != null) ? under.beforeSending(request) : null;
        Request sent = withKey(request, (call != null) ? call.idempotencyKey() : null);
        BlockingAttempt attempt = new BlockingAttempt(this.traffic.get(), FeignRequest.of(sent, call));
        Response response = attempt.send(
                () -> answered(attempt, exchange(attempt, attempt.isCharged() ? sentOnce(sent) : sent, options)));
        if (under != null) {
            under.answered(response.status());
        }
        return response;
    }

    private Response exchange(BlockingAttempt attempt, Request request, Request.Options options) throws IOException {
        // The JDK repeats by itself after a lost connection; but what has a body it sends once, and follows no redirect
        // with it.
        boolean jdk = UrlConnection.isUsedBy(this.client);
        boolean once = jdk && request.body() != null;
        try {
            return this.client.execute(request, options);
        } finally {
            if ((jdk || options.isFollowRedirects()) && !attempt.isTold() && !once) {
                // What comes out may be another request's than the first.
                attempt.followedRedirect();
            }
        }
    }

    private static Request withKey(Request request, Call.@Nullable IdempotencyKey key) {
        return (key == null || FeignRequest.of(request, null).hasHeader(key.header()))
                ? request
                : with(request, key.header(), key.value(), request.body());
    }

    /**
     * The JDK sends a POST without a body once more after a lost connection, on its own; one that states its length, and be
     * it nothing, it leaves alone.
     */
    private Request sentOnce(Request request) {
        boolean resent = UrlConnection.isUsedBy(this.client)
                && request.httpMethod() == HttpMethod.POST
                && request.body() == null;
        return resent ? with(request, "Content-Length", "0", new byte[0]) : request;
    }

    private static Request with(Request request, String header, String value, byte @Nullable [] body) {
        Map<String, Collection<String>> headers = new LinkedHashMap<>(request.headers());
        headers.keySet().removeIf(header::equalsIgnoreCase);
        headers.put(header, List.of(value));
        return Request.create(
                request.httpMethod(), request.url(), headers, body, request.charset(), request.requestTemplate());
    }

    private static Response answered(BlockingAttempt attempt, Response response) throws IOException {
        ResponseClassifier classifier = attempt.classifier();
        if (classifier == null) {
            attempt.end();
            return response;
        }
        try {
            LimitedBody body = (response.body() != null) ? new LimitedBody(response, attempt) : null;
            FeignAnswer answer = FeignAnswer.of(response, null);
            if (body != null && classifier.needsBody(answer)) {
                answer = FeignAnswer.of(response, body.readPiece());
            }
            attempt.answered(answer, classifier.classify(answer));
            if (body == null) {
                attempt.end();
                return response;
            }
            if (response.status() >= 400 && attempt.mayBeRepeated()) {
                body.cutOffWhereLong();
            }
            return response.toBuilder().body(body).build();
        } catch (IOException | RuntimeException | Error ex) {
            response.close();
            throw ex;
        }
    }
}
