package dev.limiter.spring.autoconfigure;

import dev.limiter.spring.call.Traffic;
import dev.limiter.spring.restclient.HttpComponentsLimits;
import dev.limiter.spring.restclient.LimitedRestClientGroups;
import dev.limiter.spring.restclient.RestClientBeanPostProcessor;
import dev.limiter.spring.restclient.RestClientLimits;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.ReactorClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.restclient.RestTemplateCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.client.RestClient;
import reactor.netty.http.client.HttpClient;

/** Auto-configuration for the limits on Spring's RestClient and RestTemplate: builders, clients and HTTP service groups. */
@AutoConfiguration(after = ClientLimiterAutoConfiguration.class)
@ConditionalOnClass(RestClient.class)
@ConditionalOnBean(Traffic.class)
public final class RestClientLimiterAutoConfiguration {

    RestClientLimiterAutoConfiguration() {}

    @Bean
    static RestClientLimits restClientLimits(ObjectProvider<Traffic> traffic) {
        return new RestClientLimits(SingletonSupplier.of(traffic::getObject)::obtain);
    }

    @Bean
    static RestClientBeanPostProcessor restClientLimiterPostProcessor(ObjectProvider<RestClientLimits> limits) {
        return new RestClientBeanPostProcessor(limits::getObject);
    }

    @Bean
    static LimitedRestClientGroups limitedRestClientGroups(RestClientLimits limits) {
        return new LimitedRestClientGroups(limits);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ClientHttpRequestFactoryBuilderCustomizer.class, HttpClientBuilder.class})
    static class OfHttpComponents {

        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder>
                limiterHttpComponentsCustomizer() {
            return builder -> builder.withHttpClientCustomizer(new HttpComponentsLimits());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ClientHttpRequestFactoryBuilderCustomizer.class, HttpClient.class})
    static class OfReactorNetty {

        /** Reactor Netty sends once more after a lost connection, which a client that blocks cannot see. */
        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<ReactorClientHttpRequestFactoryBuilder>
                limiterReactorNettyCustomizer() {
            return builder -> builder.withHttpClientCustomizer(client -> client.disableRetry(true));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RestTemplateCustomizer.class)
    static class OfTemplates {

        /** The last, so that the repeats come before all interceptors. */
        @Bean
        @Order(Ordered.LOWEST_PRECEDENCE)
        RestTemplateCustomizer limiterRestTemplateCustomizer(RestClientLimits limits) {
            return limits::limit;
        }
    }
}
