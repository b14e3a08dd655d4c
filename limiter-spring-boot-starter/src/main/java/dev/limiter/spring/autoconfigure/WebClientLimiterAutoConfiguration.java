package dev.limiter.spring.autoconfigure;

import dev.limiter.spring.call.Traffic;
import dev.limiter.spring.webclient.LimitedWebClientGroups;
import dev.limiter.spring.webclient.WebClientBeanPostProcessor;
import dev.limiter.spring.webclient.WebClientLimits;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.reactive.function.client.WebClient;

/** Auto-configuration for the limits on Spring's WebClient: its builders, clients and HTTP service groups. */
@AutoConfiguration(after = ClientLimiterAutoConfiguration.class)
@ConditionalOnClass(WebClient.class)
@ConditionalOnBean(Traffic.class)
public final class WebClientLimiterAutoConfiguration {

    WebClientLimiterAutoConfiguration() {}

    @Bean
    static WebClientLimits webClientLimits(ObjectProvider<Traffic> traffic) {
        return new WebClientLimits(SingletonSupplier.of(traffic::getObject)::obtain);
    }

    @Bean
    static WebClientBeanPostProcessor webClientLimiterPostProcessor(ObjectProvider<WebClientLimits> limits) {
        return new WebClientBeanPostProcessor(limits::getObject);
    }

    @Bean
    static LimitedWebClientGroups limitedWebClientGroups(WebClientLimits limits) {
        return new LimitedWebClientGroups(limits);
    }
}
