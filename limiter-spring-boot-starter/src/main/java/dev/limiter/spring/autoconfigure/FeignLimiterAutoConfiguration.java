package dev.limiter.spring.autoconfigure;

import dev.limiter.spring.call.Traffic;
import dev.limiter.spring.feign.FeignLimits;
import dev.limiter.spring.restclient.HttpComponentsLimits;
import feign.Capability;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.cloud.openfeign.clientconfig.HttpClient5FeignConfiguration.HttpClientBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.function.SingletonSupplier;

/** Auto-configuration for the limits on the clients of Spring Cloud OpenFeign. */
@AutoConfiguration(after = ClientLimiterAutoConfiguration.class)
@ConditionalOnClass(Capability.class)
@ConditionalOnBean(Traffic.class)
public final class FeignLimiterAutoConfiguration {

    FeignLimiterAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    static FeignLimits feignLimits(ObjectProvider<Traffic> traffic) {
        return new FeignLimits(SingletonSupplier.of(traffic::getObject)::obtain);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HttpClientBuilderCustomizer.class, HttpClientBuilder.class})
    static class OfHttpComponents {

        @Bean
        HttpClientBuilderCustomizer limiterFeignHttpComponentsCustomizer() {
            return new HttpComponentsLimits()::accept;
        }
    }
}
