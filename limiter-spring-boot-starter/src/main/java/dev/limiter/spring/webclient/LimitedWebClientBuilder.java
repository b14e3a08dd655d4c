package dev.limiter.spring.webclient;

import dev.limiter.spring.call.Traffic;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.codec.ClientCodecConfigurer;
import org.springframework.util.MultiValueMap;
import org.springframework.web.client.ApiVersionInserter;
import org.springframework.web.reactive.function.client.ClientRequestObservationConvention;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.ExchangeStrategies;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.util.UriBuilderFactory;
import reactor.core.publisher.Mono;

/** Passes everything on to another builder, and makes its clients take permits. */
final class LimitedWebClientBuilder implements WebClient.Builder {

    private final WebClient.Builder builder;

    private final Supplier<Traffic> traffic;

    LimitedWebClientBuilder(WebClient.Builder builder, Supplier<Traffic> traffic) {
        this.builder = builder;
        this.traffic = traffic;
    }

    /** Puts the limiter's filter first, once. */
    static void limit(WebClient.Builder builder, Supplier<Traffic> traffic) {
        builder.filters(filters -> {
            filters.removeIf(LimitedChain.class::isInstance);
            filters.add(0, new LimitedChain(traffic));
        });
    }

    @Override
    public WebClient build() {
        WebClient.Builder limited = this.builder.clone();
        limit(limited, this.traffic);
        return new LimitedWebClient(limited.build(), this.builder.clone(), this.traffic);
    }

    @Override
    @SuppressWarnings("MethodDoesntCallSuperMethod")
    public WebClient.Builder clone() {
        return new LimitedWebClientBuilder(this.builder.clone(), this.traffic);
    }

    @Override
    public WebClient.Builder apply(Consumer<WebClient.Builder> consumer) {
        consumer.accept(this);
        return this;
    }

    private WebClient.Builder with(Consumer<WebClient.Builder> setting) {
        setting.accept(this.builder);
        return this;
    }

    @Override
    public WebClient.Builder baseUrl(String value) {
        return with(it -> it.baseUrl(value));
    }

    @Override
    public WebClient.Builder defaultUriVariables(Map<String, ?> values) {
        return with(it -> it.defaultUriVariables(values));
    }

    @Override
    public WebClient.Builder uriBuilderFactory(UriBuilderFactory factory) {
        return with(it -> it.uriBuilderFactory(factory));
    }

    @Override
    public WebClient.Builder defaultHeader(String header, String... values) {
        return with(it -> it.defaultHeader(header, values));
    }

    @Override
    public WebClient.Builder defaultHeaders(Consumer<HttpHeaders> consumer) {
        return with(it -> it.defaultHeaders(consumer));
    }

    @Override
    public WebClient.Builder defaultCookie(String cookie, String... values) {
        return with(it -> it.defaultCookie(cookie, values));
    }

    @Override
    public WebClient.Builder defaultCookies(Consumer<MultiValueMap<String, String>> consumer) {
        return with(it -> it.defaultCookies(consumer));
    }

    @Override
    public WebClient.Builder defaultApiVersion(Object version) {
        return with(it -> it.defaultApiVersion(version));
    }

    @Override
    public WebClient.Builder apiVersionInserter(@Nullable ApiVersionInserter inserter) {
        return with(it -> it.apiVersionInserter(inserter));
    }

    @Override
    public WebClient.Builder defaultRequest(Consumer<WebClient.RequestHeadersSpec<?>> consumer) {
        return with(it -> it.defaultRequest(consumer));
    }

    @Override
    public WebClient.Builder defaultStatusHandler(
            Predicate<HttpStatusCode> statuses, Function<ClientResponse, Mono<? extends Throwable>> handler) {
        return with(it -> it.defaultStatusHandler(statuses, handler));
    }

    @Override
    public WebClient.Builder filter(ExchangeFilterFunction filter) {
        return with(it -> it.filter(filter));
    }

    @Override
    public WebClient.Builder filters(Consumer<List<ExchangeFilterFunction>> consumer) {
        return with(it -> it.filters(consumer));
    }

    @Override
    public WebClient.Builder clientConnector(ClientHttpConnector connector) {
        return with(it -> it.clientConnector(connector));
    }

    @Override
    public WebClient.Builder codecs(Consumer<ClientCodecConfigurer> configurer) {
        return with(it -> it.codecs(configurer));
    }

    @Override
    public WebClient.Builder exchangeStrategies(ExchangeStrategies strategies) {
        return with(it -> it.exchangeStrategies(strategies));
    }

    @Override
    public WebClient.Builder exchangeFunction(ExchangeFunction function) {
        return with(it -> it.exchangeFunction(function));
    }

    @Override
    public WebClient.Builder observationRegistry(ObservationRegistry registry) {
        return with(it -> it.observationRegistry(registry));
    }

    @Override
    public WebClient.Builder observationConvention(ClientRequestObservationConvention convention) {
        return with(it -> it.observationConvention(convention));
    }
}
