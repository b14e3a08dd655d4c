package dev.limiter.spring.autoconfigure;

import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.call.Traffic;
import dev.limiter.spring.metrics.LimiterMeters;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.config.MeterFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration for the limiter's meters, which Spring Boot binds to the application's meter registries. */
@AutoConfiguration(after = ClientLimiterAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(Traffic.class)
public final class LimiterMetricsAutoConfiguration {

    LimiterMetricsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    LimiterMeters limiterMeters(GateRegistry registry, Traffic traffic) {
        return new LimiterMeters(registry, traffic);
    }

    /** The observation of a wait would make meters of its own, of the same name and with other tags. */
    @Bean
    static MeterFilter limiterWaitMeterFilter() {
        return LimiterMeters.withoutThoseOfObservations();
    }
}
