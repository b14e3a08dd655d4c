package dev.limiter.spring.webclient;

import dev.limiter.spring.call.Call;
import dev.limiter.spring.call.CallMark;
import dev.limiter.spring.call.Traffic;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;

/**
 * The innermost step of a call: takes a permit for what is about to be sent, below all filters of the application, so
 * that each of their attempts takes one.
 */
final class PermitExchange implements ExchangeFunction {

    private final ExchangeFunction connector;

    private final Supplier<Traffic> traffic;

    PermitExchange(ExchangeFunction connector, Supplier<Traffic> traffic) {
        this.connector = connector;
        this.traffic = traffic;
    }

    @Override
    public Mono<ClientResponse> exchange(ClientRequest request) {
        return Mono.deferContextual(context -> {
            Call call = Call.of(new WebClientRequest(request));
            @Nullable CallMark mark = (call != null) ? call.mark() : CallMark.current(context);
            return new Attempt(request, call, mark, this.traffic.get()).exchange(this.connector);
        });
    }
}
