package dev.limiter.spring.autoconfigure;

import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.metrics.LimiterMeters;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration for the limiter's meters, which Spring Boot binds to the application's meter registries. */
@AutoConfiguration(after = LimiterAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(GateRegistry.class)
public final class LimiterMetricsAutoConfiguration {

    LimiterMetricsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    LimiterMeters limiterMeters(GateRegistry registry) {
        return new LimiterMeters(registry);
    }
}
