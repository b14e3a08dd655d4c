package dev.limiter.spring.autoconfigure;

import dev.limiter.gate.GateRegistry;
import dev.limiter.operation.Claims;
import dev.limiter.operation.OperationStore;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration for business operations: what a mark claims, and {@link dev.limiter.Operations} settles. */
@AutoConfiguration(after = LimiterAutoConfiguration.class)
@ConditionalOnBean({GateRegistry.class, OperationStore.class})
public final class OperationsAutoConfiguration {

    OperationsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    Claims limiterOperations(GateRegistry registry, OperationStore store) {
        return new Claims(
                store, registry.contours().stream().map(registry::contour).toList(), registry.completions());
    }
}
