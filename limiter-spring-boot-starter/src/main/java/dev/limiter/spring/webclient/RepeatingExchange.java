package dev.limiter.spring.webclient;

import dev.limiter.PermitRequest;
import dev.limiter.RetryBudgetExhaustedException;
import dev.limiter.http.RetryDecision;
import dev.limiter.http.RetryDecision.Reason;
import dev.limiter.http.RetryDecision.Repeat;
import dev.limiter.http.RetryDecision.Stop;
import dev.limiter.spring.method.CallMark;
import dev.limiter.spring.method.ContourResolver.Circuit;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;

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

        /** Whether it may be the attempt's own: a filter can answer in the place of the server. */
        boolean isOf(Attempt.Ending ending) {
            return this.response == null || this.response.statusCode().value() == ending.status();
        }
    }

    @Override
    public Mono<ClientResponse> exchange(ClientRequest request) {
        return Mono.deferContextual(context -> send(Call.of(request, CallMark.current(context))));
    }

    private Mono<ClientResponse> send(Call call) {
        return Mono.defer(() -> {
                    call.filtersRun();
                    return this.filters.exchange(call.request());
                })
                .map(response -> new Outcome(response, null))
                .onErrorResume(error -> Mono.just(new Outcome(null, error)))
                .flatMap(outcome -> answerOrRepeat(call, outcome));
    }

    private Mono<ClientResponse> answerOrRepeat(Call call, Outcome outcome) {
        Attempt last = call.last();
        Attempt.Ending ending = (last != null) ? last.ending() : null;
        if (ending == null || ending.isSuccess() || !outcome.isOf(ending)) {
            return outcome.toMono();
        }
        Circuit circuit = ending.circuit();
        Traffic shared = this.traffic.get();
        RetryDecision decision = shared.rules(circuit.contour())
                .decide(call.sent(), call.attempts(), ending.outcome(), longestWait(circuit));
        if (decision instanceof Repeat repeat) {
            shared.repeated(circuit.contour(), call.attempts() + 1);
            return Mono.when(release(outcome), Mono.delay(repeat.after())).then(Mono.defer(() -> send(call)));
        }
        return (decision instanceof Stop stop && stop.reason() == Reason.BUDGET)
                ? exhausted(circuit, outcome)
                : outcome.toMono();
    }

    private static Duration longestWait(Circuit circuit) {
        PermitRequest request = circuit.request();
        return (request.maxWait() != null)
                ? request.maxWait()
                : circuit.contour().maxWait();
    }

    private static Mono<Void> release(Outcome outcome) {
        return (outcome.response() != null) ? RefusedBody.release(outcome.response()) : Mono.empty();
    }

    /** The last answer becomes the cause, with its status, headers and a bounded piece of its body. */
    private static Mono<ClientResponse> exhausted(Circuit circuit, Outcome outcome) {
        Mono<? extends Throwable> cause = (outcome.response() != null)
                ? RefusedBody.exception(outcome.response())
                : Mono.justOrEmpty(outcome.error());
        String contour = circuit.contour().name();
        return cause.flatMap(last ->
                Mono.error(new RetryBudgetExhaustedException(contour, String.valueOf(last.getMessage()), last)));
    }
}
