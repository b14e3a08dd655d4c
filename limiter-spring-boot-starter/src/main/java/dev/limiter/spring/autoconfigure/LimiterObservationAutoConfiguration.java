package dev.limiter.spring.autoconfigure;

import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.call.WaitWatch;
import dev.limiter.spring.metrics.ObservedWaits;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration for an observation of each wait for a permit. */
@AutoConfiguration(
        after = LimiterAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean({GateRegistry.class, ObservationRegistry.class})
public final class LimiterObservationAutoConfiguration {

    LimiterObservationAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    WaitWatch limiterWaitWatch(ObservationRegistry observations) {
        return new ObservedWaits(observations);
    }
}
