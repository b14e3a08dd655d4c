package dev.limiter.spring.autoconfigure;

import dev.limiter.LimiterListener;
import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.call.ContourClassifiers;
import dev.limiter.spring.call.Traffic;
import dev.limiter.spring.call.WaitWatch;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.util.function.SingletonSupplier;

/** Auto-configuration for what the limits on all HTTP clients share. */
@AutoConfiguration(after = LimiterAutoConfiguration.class)
@ConditionalOnBean(GateRegistry.class)
public final class ClientLimiterAutoConfiguration {

    ClientLimiterAutoConfiguration() {}

    @Bean
    Traffic limiterTraffic(
            GateRegistry registry,
            ListableBeanFactory beans,
            ObjectProvider<LimiterListener> listeners,
            ObjectProvider<WaitWatch> watch) {
        SingletonSupplier<WaitWatch> watching = SingletonSupplier.of(() -> watch.getIfAvailable(() -> WaitWatch.NONE));
        return new Traffic(
                registry,
                new ContourClassifiers(beans, registry.contours()),
                LimiterListener.all(
                        SingletonSupplier.of(() -> listeners.orderedStream().toList())::obtain),
                (limiter, parent) -> watching.obtain().watched(limiter, parent));
    }
}
