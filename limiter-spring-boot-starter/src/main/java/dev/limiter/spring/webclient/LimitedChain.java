package dev.limiter.spring.webclient;

import dev.limiter.spring.call.Traffic;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;

/**
 * The first of a client's filters. The client joins all its filters with {@link #andThen} and applies the result to what
 * talks to the connector; being first, this one sees both, and so has the repeats above the application's filters and the
 * permits below them, whatever was added when. Immutable.
 */
final class LimitedChain implements ExchangeFilterFunction {

    private final Supplier<Traffic> traffic;

    private final @Nullable ExchangeFilterFunction filters;

    LimitedChain(Supplier<Traffic> traffic) {
        this(traffic, null);
    }

    private LimitedChain(Supplier<Traffic> traffic, @Nullable ExchangeFilterFunction filters) {
        this.traffic = traffic;
        this.filters = filters;
    }

    @Override
    public ExchangeFilterFunction andThen(ExchangeFilterFunction next) {
        return new LimitedChain(this.traffic, (this.filters != null) ? this.filters.andThen(next) : next);
    }

    @Override
    public ExchangeFunction apply(ExchangeFunction connector) {
        ExchangeFunction permits = new PermitExchange(connector, this.traffic);
        ExchangeFunction filtered = (this.filters != null) ? this.filters.apply(permits) : permits;
        return new RepeatingExchange(filtered, this.traffic);
    }

    /** Reached only where another filter stands before this one: then nothing would be below the others. */
    @Override
    public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
        return Mono.error(() -> new IllegalStateException(
                "The limiter's filter is not the first of this WebClient, so that repeats of other filters would take no"
                        + " permits. Do not wrap or move it; a filter that must come first can be added to a bean of"
                        + " type WebClient.Builder, in whatever order"));
    }
}
