package dev.limiter.spring.restclient;

import io.micrometer.observation.ObservationRegistry;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestInitializer;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.observation.ClientRequestObservationConvention;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.util.MultiValueMap;
import org.springframework.web.client.ApiVersionInserter;
import org.springframework.web.client.ResponseErrorHandler;
import org.springframework.web.client.RestClient;
import org.springframework.web.util.UriBuilderFactory;

/** Passes everything on to another builder, and makes its clients take permits. */
final class LimitedRestClientBuilder implements RestClient.Builder {

    private final RestClient.Builder builder;

    private final RestClientLimits limits;

    LimitedRestClientBuilder(RestClient.Builder builder, RestClientLimits limits) {
        this.builder = builder;
        this.limits = limits;
    }

    @Override
    public RestClient build() {
        RestClient.Builder limited = this.builder.clone();
        this.limits.limitInPlace(limited);
        return new LimitedRestClient(limited.build(), this.builder.clone(), this.limits);
    }

    @Override
    @SuppressWarnings("MethodDoesntCallSuperMethod")
    public RestClient.Builder clone() {
        return new LimitedRestClientBuilder(this.builder.clone(), this.limits);
    }

    @Override
    public RestClient.Builder apply(Consumer<RestClient.Builder> consumer) {
        consumer.accept(this);
        return this;
    }

    private RestClient.Builder with(Consumer<RestClient.Builder> setting) {
        setting.accept(this.builder);
        return this;
    }

    @Override
    public RestClient.Builder baseUrl(String value) {
        return with(it -> it.baseUrl(value));
    }

    @Override
    public RestClient.Builder baseUrl(URI value) {
        return with(it -> it.baseUrl(value));
    }

    @Override
    public RestClient.Builder defaultUriVariables(Map<String, ?> values) {
        return with(it -> it.defaultUriVariables(values));
    }

    @Override
    public RestClient.Builder uriBuilderFactory(UriBuilderFactory factory) {
        return with(it -> it.uriBuilderFactory(factory));
    }

    @Override
    public RestClient.Builder defaultHeader(String header, String... values) {
        return with(it -> it.defaultHeader(header, values));
    }

    @Override
    public RestClient.Builder defaultHeaders(Consumer<HttpHeaders> consumer) {
        return with(it -> it.defaultHeaders(consumer));
    }

    @Override
    public RestClient.Builder defaultCookie(String cookie, String... values) {
        return with(it -> it.defaultCookie(cookie, values));
    }

    @Override
    public RestClient.Builder defaultCookies(Consumer<MultiValueMap<String, String>> consumer) {
        return with(it -> it.defaultCookies(consumer));
    }

    @Override
    public RestClient.Builder defaultApiVersion(Object version) {
        return with(it -> it.defaultApiVersion(version));
    }

    @Override
    public RestClient.Builder apiVersionInserter(@Nullable ApiVersionInserter inserter) {
        return with(it -> it.apiVersionInserter(inserter));
    }

    @Override
    public RestClient.Builder defaultRequest(Consumer<RestClient.RequestHeadersSpec<?>> consumer) {
        return with(it -> it.defaultRequest(consumer));
    }

    @Override
    public RestClient.Builder defaultStatusHandler(
            Predicate<HttpStatusCode> statuses, RestClient.ResponseSpec.ErrorHandler handler) {
        return with(it -> it.defaultStatusHandler(statuses, handler));
    }

    @Override
    public RestClient.Builder defaultStatusHandler(ResponseErrorHandler handler) {
        return with(it -> it.defaultStatusHandler(handler));
    }

    @Override
    public RestClient.Builder requestInterceptor(ClientHttpRequestInterceptor interceptor) {
        return with(it -> it.requestInterceptor(interceptor));
    }

    @Override
    public RestClient.Builder requestInterceptors(Consumer<List<ClientHttpRequestInterceptor>> consumer) {
        return with(it -> it.requestInterceptors(consumer));
    }

    @Override
    public RestClient.Builder bufferContent(BiPredicate<URI, HttpMethod> predicate) {
        return with(it -> it.bufferContent(predicate));
    }

    @Override
    public RestClient.Builder requestInitializer(ClientHttpRequestInitializer initializer) {
        return with(it -> it.requestInitializer(initializer));
    }

    @Override
    public RestClient.Builder requestInitializers(Consumer<List<ClientHttpRequestInitializer>> consumer) {
        return with(it -> it.requestInitializers(consumer));
    }

    @Override
    public RestClient.Builder requestFactory(ClientHttpRequestFactory factory) {
        return with(it -> it.requestFactory(factory));
    }

    @Override
    public RestClient.Builder configureMessageConverters(Consumer<HttpMessageConverters.ClientBuilder> configurer) {
        return with(it -> it.configureMessageConverters(configurer));
    }

    @Override
    @Deprecated
    @SuppressWarnings({"deprecation", "removal"})
    public RestClient.Builder messageConverters(Iterable<HttpMessageConverter<?>> converters) {
        return with(it -> it.messageConverters(converters));
    }

    @Override
    @Deprecated
    @SuppressWarnings({"deprecation", "removal"})
    public RestClient.Builder messageConverters(Consumer<List<HttpMessageConverter<?>>> configurer) {
        return with(it -> it.messageConverters(configurer));
    }

    @Override
    public RestClient.Builder observationRegistry(ObservationRegistry registry) {
        return with(it -> it.observationRegistry(registry));
    }

    @Override
    public RestClient.Builder observationConvention(ClientRequestObservationConvention convention) {
        return with(it -> it.observationConvention(convention));
    }
}
