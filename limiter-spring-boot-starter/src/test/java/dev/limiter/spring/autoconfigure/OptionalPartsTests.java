package dev.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.call.WaitWatch;
import dev.limiter.spring.event.LimiterEvents;
import dev.limiter.spring.metrics.LimiterMeters;
import dev.limiter.spring.metrics.ObservedWaits;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Meters, observations and events: each where there is what it needs, and where the application has none of its own. */
class OptionalPartsTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LimiterAutoConfiguration.class,
                    ClientLimiterAutoConfiguration.class,
                    LimiterMetricsAutoConfiguration.class,
                    LimiterObservationAutoConfiguration.class,
                    LimiterEventsAutoConfiguration.class))
            .withPropertyValues("limiter.store=memory", "limiter.contours.datacite.quota=3000/5m");

    @Test
    void with_an_observation_registry_waits_are_observed() {
        this.runner
                .withBean(ObservationRegistry.class, ObservationRegistry::create)
                .run(context -> assertThat(context)
                        .hasSingleBean(ObservedWaits.class)
                        .hasSingleBean(LimiterMeters.class)
                        .hasSingleBean(LimiterEvents.class));
    }

    @Test
    void without_an_observation_registry_they_are_not() {
        this.runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(WaitWatch.class));
    }

    @Test
    void without_the_classes_of_micrometer_nothing_is_missing_and_permits_are_given() {
        this.runner.withClassLoader(new FilteredClassLoader("io.micrometer")).run(context -> {
            assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean(WaitWatch.class)
                    .doesNotHaveBean("limiterMeters")
                    .doesNotHaveBean("limiterWaitMeterFilter")
                    .hasSingleBean(LimiterEvents.class);
            context.getBean(GateRegistry.class).limiter("datacite").acquire().close();
        });
    }

    @Test
    void observations_need_no_meters() {
        this.runner
                .withClassLoader(new FilteredClassLoader("io.micrometer.core"))
                .withBean(ObservationRegistry.class, ObservationRegistry::create)
                .run(context ->
                        assertThat(context).hasSingleBean(ObservedWaits.class).doesNotHaveBean(MeterBinder.class));
    }

    @Test
    void beans_of_the_application_go_before() {
        this.runner
                .withBean(ObservationRegistry.class, ObservationRegistry::create)
                .withBean(WaitWatch.class, () -> WaitWatch.NONE)
                .withBean("own", LimiterEvents.class, () -> new LimiterEvents(event -> {}))
                .run(context -> {
                    assertThat(context.getBean(WaitWatch.class)).isSameAs(WaitWatch.NONE);
                    assertThat(context).hasSingleBean(LimiterEvents.class).hasBean("own");
                });
    }

    @Test
    void a_limiter_that_is_switched_off_leaves_no_trace() {
        this.runner
                .withPropertyValues("limiter.enabled=false")
                .withBean(ObservationRegistry.class, ObservationRegistry::create)
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(WaitWatch.class)
                        .doesNotHaveBean(LimiterMeters.class)
                        .doesNotHaveBean(LimiterEvents.class));
    }
}
