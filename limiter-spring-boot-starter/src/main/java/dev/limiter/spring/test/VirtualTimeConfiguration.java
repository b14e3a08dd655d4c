package dev.limiter.spring.test;

import dev.limiter.gate.Timer;
import dev.limiter.operation.InMemoryOperationStore;
import dev.limiter.operation.OperationStore;
import dev.limiter.test.ManualStore;
import dev.limiter.test.VirtualClock;
import java.time.Instant;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** What {@link LimiterInVirtualTime} puts in place: before the auto-configuration, which backs off. */
@Configuration(proxyBeanMethods = false)
class VirtualTimeConfiguration {

    @Bean
    VirtualClock limiterClock() {
        return new VirtualClock(ForkJoinPool.commonPool());
    }

    @Bean
    @Primary
    Timer limiterTimer(VirtualClock clock) {
        return clock.timer();
    }

    @Bean
    @Primary
    ManualStore limiterStore(VirtualClock clock) {
        return new ManualStore(clock);
    }

    @Bean
    @Primary
    OperationStore limiterOperationStore(VirtualClock clock) {
        Instant start = Instant.now();
        return new InMemoryOperationStore(
                () -> TimeUnit.MICROSECONDS.toNanos(clock.micros()), () -> start.plus(clock.passed()));
    }
}
