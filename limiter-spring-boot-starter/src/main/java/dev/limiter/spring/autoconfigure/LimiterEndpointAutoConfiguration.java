package dev.limiter.spring.autoconfigure;

import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.actuate.LimiterEndpoint;
import dev.limiter.spring.call.Traffic;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration for the actuator endpoint {@code limiter}. */
@AutoConfiguration(after = ClientLimiterAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(Traffic.class)
public final class LimiterEndpointAutoConfiguration {

    LimiterEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    LimiterEndpoint limiterEndpoint(GateRegistry registry, Traffic traffic, LimiterProperties properties) {
        return new LimiterEndpoint(registry, traffic, new PropertyLimits(registry, properties));
    }
}
