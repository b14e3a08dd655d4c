package dev.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.limiter.Limiter;
import dev.limiter.LimiterClosedException;
import dev.limiter.LimiterRegistry;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

class LimiterShutdownTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LimiterAutoConfiguration.class))
            .withPropertyValues(
                    "limiter.store=memory",
                    "limiter.contours.datacite.limits[0].rate=100/s",
                    "limiter.contours.datacite.limits[0].capacity=100");

    @Test
    void p73_closing_tells_waiters_inside_a_long_pause_at_once_and_leaves_no_thread() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        this.runner.run(context -> {
            Limiter limiter = context.getBean(LimiterRegistry.class).limiter("datacite");
            limiter.pause(Duration.ofHours(1), "test").get(5, TimeUnit.SECONDS);
            List<CompletableFuture<Permit>> waiting = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                waiting.add(limiter.acquireAsync(PermitRequest.one().withMaxWait(Duration.ofHours(2))));
            }
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
            long start = System.nanoTime();
            context.close();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
            assertThat(waiting)
                    .allSatisfy(waiter -> assertThat(waiter)
                            .failsWithin(Duration.ofSeconds(2))
                            .withThrowableThat()
                            .havingRootCause()
                            .isInstanceOf(LimiterClosedException.class));
            assertThatExceptionOfType(LimiterClosedException.class).isThrownBy(limiter::acquire);
            assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> !before.contains(thread) && thread.isAlive() && !thread.isDaemon())
                    .isEmpty();
        });
    }

    @Test
    void a_context_that_stops_and_starts_again_keeps_its_registry() {
        this.runner.run(context -> {
            ConfigurableApplicationContext stoppable = context.getSourceApplicationContext();
            stoppable.stop();
            stoppable.start();
            context.getBean(LimiterRegistry.class).limiter("datacite").acquire().close();
        });
    }

    @Test
    void the_end_of_a_child_context_is_not_the_end_of_the_registry() {
        this.runner.run(context -> {
            ConfigurableApplicationContext parent = context.getSourceApplicationContext();
            try (GenericApplicationContext child = new GenericApplicationContext(parent)) {
                child.refresh();
            }
            parent.stop();
            context.getBean(LimiterRegistry.class).limiter("datacite").acquire().close();
        });
    }

    @Test
    void it_closes_between_the_grace_period_and_the_end_of_the_web_server() {
        this.runner.run(
                context -> assertThat(context.getBean(LimiterShutdown.class).getPhase())
                        .isBetween(Integer.MAX_VALUE - 2047, Integer.MAX_VALUE - 1025));
    }
}
