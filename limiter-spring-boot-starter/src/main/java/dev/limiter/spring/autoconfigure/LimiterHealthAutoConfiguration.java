package dev.limiter.spring.autoconfigure;

import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.actuate.LimiterHealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Auto-configuration for the limiter's part of the application's health. */
@AutoConfiguration(after = LimiterAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(GateRegistry.class)
@ConditionalOnEnabledHealthIndicator("limiter")
public final class LimiterHealthAutoConfiguration {

    LimiterHealthAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    LimiterHealthIndicator limiterHealthIndicator(GateRegistry registry) {
        return new LimiterHealthIndicator(registry);
    }
}
