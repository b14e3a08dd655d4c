package dev.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Quota;
import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.actuate.LimiterEndpoint;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** When there is an endpoint. */
class LimiterEndpointAutoConfigurationTests {

    private static final String EXPOSED = "management.endpoints.web.exposure.include=limiter";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LimiterAutoConfiguration.class,
                    ClientLimiterAutoConfiguration.class,
                    LimiterEndpointAutoConfiguration.class))
            .withPropertyValues("limiter.store=memory", "limiter.contours.datacite.quota=3000/5m");

    @Test
    void there_is_one_where_it_is_exposed() {
        this.runner
                .withPropertyValues(EXPOSED)
                .run(context -> assertThat(context).hasSingleBean(LimiterEndpoint.class));
    }

    @Test
    void there_is_none_where_it_is_not_exposed_or_has_no_access() {
        this.runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LimiterEndpoint.class));
        this.runner
                .withPropertyValues(EXPOSED, "management.endpoint.limiter.access=NONE")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LimiterEndpoint.class));
    }

    @Test
    void there_is_none_without_the_actuator() {
        this.runner
                .withPropertyValues(EXPOSED)
                .withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(GateRegistry.class)
                        .doesNotHaveBean("limiterEndpoint"));
    }

    @Test
    void there_is_none_where_the_limiter_is_switched_off() {
        this.runner
                .withPropertyValues(EXPOSED, "limiter.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LimiterEndpoint.class));
    }

    @Test
    void a_registry_of_the_applications_own_is_shown_as_it_is() {
        Contour other = Contour.named("datacite").quota(Quota.parse("10/s")).build();
        this.runner
                .withPropertyValues(EXPOSED)
                .withBean(
                        GateRegistry.class,
                        () -> GateRegistry.builder(new InMemoryBucketStore())
                                .contours(List.of(other))
                                .build())
                .run(context -> assertThat(context.getBean(LimiterEndpoint.class)
                                .contours()
                                .contours()
                                .values())
                        .singleElement()
                        .satisfies(shown -> assertThat(shown.limits())
                                .doesNotContain("5 minutes")
                                .contains("permits per second")));
    }
}
