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
import reactor.core.publisher.Signal;
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

    @Override
    public Mono<ClientResponse> exchange(ClientRequest request) {
        return Mono.deferContextual(context -> {
            Call call = new Call(this.traffic.get(), new WebClientRequest(request), CallMark.current(context));
            return send(call, ofCall(call, request));
        });
    }

    /** The request that goes through the application's filters each time. */
    private static ClientRequest ofCall(Call call, ClientRequest request) {
        IdempotencyKey key = call.idempotencyKey();
        if (key == null) {
            return new CallRequest(request, call);
        }
        return ClientRequest.from(request)
                .attribute(Call.ATTRIBUTE, call)
                .headers(headers -> headers.set(key.header(), key.value()))
                .build();
    }

    /** Runs the filters at once: to be called on subscription only. */
    private Mono<ClientResponse> send(Call call, ClientRequest request) {
        call.filtersRun();
        return this.filters.exchange(request).materialize().flatMap(outcome -> answerOrRepeat(call, request, outcome));
    }

    /** @param outcome what came out of the filters: a response, an error or nothing */
    private Mono<ClientResponse> answerOrRepeat(Call call, ClientRequest request, Signal<ClientResponse> outcome) {
        ClientResponse response = outcome.get();
        if (response == null && !outcome.isOnError()) {
            return Mono.empty();
        }
        RetryDecision decision =
                call.next((response != null) ? response.statusCode().value() : 0);
        if (decision instanceof Repeat repeat) {
            return Mono.when(release(response), backoff(call, repeat.after()))
                    .then(Mono.defer(() -> send(call, request)));
        }
        return (decision instanceof Stop stop && stop.reason() == Reason.BUDGET)
                ? exhausted(call, response, outcome.getThrowable())
                : asItself(response, outcome.getThrowable());
    }

    private static Mono<ClientResponse> asItself(@Nullable ClientResponse response, @Nullable Throwable error) {
        return (error != null) ? Mono.error(error) : Mono.justOrEmpty(response);
    }

    private static Mono<Void> release(@Nullable ClientResponse response) {
        return (response != null) ? RefusedBody.release(response) : Mono.empty();
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
    private static Mono<ClientResponse> exhausted(
            Call call, @Nullable ClientResponse response, @Nullable Throwable error) {
        Mono<? extends Throwable> cause =
                (response != null) ? RefusedBody.exception(response) : Mono.justOrEmpty(error);
        return cause.flatMap(last -> Mono.error(call.budgetExhausted(last)));
    }
}
