package dev.limiter.spring.webclient;

import dev.limiter.http.RetryDecision;
import dev.limiter.http.RetryDecision.Reason;
import dev.limiter.http.RetryDecision.Repeat;
import dev.limiter.http.RetryDecision.Stop;
import dev.limiter.spring.call.Call;
import dev.limiter.spring.call.Call.IdempotencyKey;
import dev.limiter.spring.call.CallMark;
import dev.limiter.spring.call.Traffic;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The outermost step of a call: sends it through the application's filters, and once more where the last attempt was
 * refused or failed and a repeat is safe and in budget. What comes out is the last answer or error, as itself.
 */
final class RepeatingExchange implements ExchangeFunction {

    private final ExchangeFunction filters;

    private final Supplier<Traffic> traffic;

    /** @param filters the application's filters, on top of a {@link PermitExchange} */
    RepeatingExchange(ExchangeFunction filters, Supplier<Traffic> traffic) {
        this.filters = filters;
        this.traffic = traffic;
    }

    /** What came out of the filters: one of the two. */
    private record Outcome(
            @Nullable ClientResponse response, @Nullable Throwable error) {

        Mono<ClientResponse> toMono() {
            return (this.error != null) ? Mono.error(this.error) : Mono.justOrEmpty(this.response);
        }

        int status() {
            return (this.response != null) ? this.response.statusCode().value() : 0;
        }
    }

    @Override
    public Mono<ClientResponse> exchange(ClientRequest request) {
        return Mono.deferContextual(context -> {
            Call call = new Call(this.traffic.get(), new WebClientRequest(request), CallMark.current(context));
            return send(call, ofCall(call, request));
        });
    }

    /** The request that goes through the application's filters each time. */
    private static ClientRequest ofCall(Call call, ClientRequest request) {
        ClientRequest.Builder builder = ClientRequest.from(request).attribute(Call.ATTRIBUTE, call);
        IdempotencyKey key = call.idempotencyKey();
        return ((key != null) ? builder.headers(headers -> headers.set(key.header(), key.value())) : builder).build();
    }

    private Mono<ClientResponse> send(Call call, ClientRequest request) {
        return Mono.defer(() -> {
                    call.filtersRun();
                    return this.filters.exchange(request);
                })
                .map(response -> new Outcome(response, null))
                .onErrorResume(error -> Mono.just(new Outcome(null, error)))
                .flatMap(outcome -> answerOrRepeat(call, request, outcome));
    }

    private Mono<ClientResponse> answerOrRepeat(Call call, ClientRequest request, Outcome outcome) {
        RetryDecision decision = call.next(outcome.status());
        if (decision instanceof Repeat repeat) {
            return Mono.when(release(outcome), backoff(call, repeat.after()))
                    .then(Mono.defer(() -> send(call, request)));
        }
        return (decision instanceof Stop stop && stop.reason() == Reason.BUDGET)
                ? exhausted(call, outcome)
                : outcome.toMono();
    }

    private static Mono<Void> release(Outcome outcome) {
        return (outcome.response() != null) ? RefusedBody.release(outcome.response()) : Mono.empty();
    }

    /** The limiter's own threads must not run what the application does next. */
    private Mono<Void> backoff(Call call, Duration wait) {
        return Mono.<Void>create(sink -> {
                    CompletableFuture<Void> backoff =
                            this.traffic.get().backoffs().begin(call.contour(), wait);
                    sink.onCancel(() -> backoff.cancel(false));
                    CompletionStage<Void> stage = backoff;
                    stage.whenComplete((over, failure) -> {
                        if (failure == null) {
                            sink.success();
                        } else if (!backoff.isCancelled()) {
                            sink.error(failure);
                        }
                    });
                })
                .publishOn(Schedulers.parallel());
    }

    /** The last answer becomes the cause, with its status, headers and a bounded piece of its body. */
    private static Mono<ClientResponse> exhausted(Call call, Outcome outcome) {
        Mono<? extends Throwable> cause = (outcome.response() != null)
                ? RefusedBody.exception(outcome.response())
                : Mono.justOrEmpty(outcome.error());
        return cause.flatMap(last -> Mono.error(call.budgetExhausted(last)));
    }
}
