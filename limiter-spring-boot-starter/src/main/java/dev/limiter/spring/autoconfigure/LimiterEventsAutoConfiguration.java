package dev.limiter.spring.autoconfigure;

import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.event.LimiterEvents;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/** Auto-configuration for what happens to contours, as {@link dev.limiter.spring.event.LimiterEvent}s. */
@AutoConfiguration(after = LimiterAutoConfiguration.class)
@ConditionalOnBean(GateRegistry.class)
public final class LimiterEventsAutoConfiguration {

    LimiterEventsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    LimiterEvents limiterEvents(ApplicationEventPublisher publisher) {
        return new LimiterEvents(publisher);
    }
}
