package dev.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import dev.limiter.LimiterRegistry;
import dev.limiter.operation.Claims;
import dev.limiter.spring.actuate.LimiterHealthIndicator;
import dev.limiter.spring.call.Traffic;
import dev.limiter.spring.feign.FeignLimits;
import dev.limiter.spring.metrics.LimiterMeters;
import feign.Capability;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.observation.ObservationRegistry;
import java.util.stream.Stream;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.restclient.RestTemplateCustomizer;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** Each bean that is there for a class, a bean or a property is not there without it, and nothing fails. */
class ConditionsTests {

    private static final String[] BEANS = {
        "restClientLimits",
        "limiterHttpComponentsCustomizer",
        "limiterReactorNettyCustomizer",
        "limiterRestTemplateCustomizer",
        "webClientLimits",
        "feignLimits",
        "limiterOperations",
        "limiterHealthIndicator",
        "limiterMeters",
        "limiterEvents",
        "limiterTraffic"
    };

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ours()))
            .withPropertyValues("limiter.store=memory", "limiter.contours.datacite.quota=3000/5m");

    private static Class<?>[] ours() {
        ClassLoader loader = ConditionsTests.class.getClassLoader();
        return Stream.concat(
                        Stream.of(HttpClientAutoConfiguration.class.getName()),
                        ImportCandidates.load(AutoConfiguration.class, loader).getCandidates().stream()
                                .filter(name -> name.startsWith("dev.limiter.")))
                .map(name -> ClassUtils.resolveClassName(name, loader))
                .toArray(Class<?>[]::new);
    }

    @Test
    void with_everything_they_are_all_there() {
        this.runner
                .withBean(ObservationRegistry.class, ObservationRegistry::create)
                .run(context -> {
                    assertThat(context).hasNotFailed().hasBean("limiterWaitWatch");
                    assertThat(context.getBeanDefinitionNames()).contains(BEANS);
                });
    }

    static Stream<Object[]> classes() {
        return Stream.of(
                new Object[] {RestClient.class, new String[] {"restClientLimits"}},
                new Object[] {HttpClientBuilder.class, new String[] {"limiterHttpComponentsCustomizer"}},
                new Object[] {reactor.netty.http.client.HttpClient.class, new String[] {"limiterReactorNettyCustomizer"}
                },
                new Object[] {RestTemplateCustomizer.class, new String[] {"limiterRestTemplateCustomizer"}},
                new Object[] {WebClient.class, new String[] {"webClientLimits"}},
                new Object[] {Capability.class, new String[] {"feignLimits"}},
                new Object[] {HealthIndicator.class, new String[] {"limiterHealthIndicator"}},
                new Object[] {MeterBinder.class, new String[] {"limiterMeters"}});
    }

    @ParameterizedTest
    @MethodSource("classes")
    void without_the_class_the_bean_is_not_there_and_the_others_are(Class<?> missing, String[] beans) {
        this.runner.withClassLoader(new FilteredClassLoader(missing)).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBeanDefinitionNames())
                    .doesNotContain(beans)
                    .contains("limiterTraffic", "limiterOperations", "limiterEvents");
        });
    }

    @Test
    void switched_off_by_its_property_health_is_not_there() {
        this.runner
                .withPropertyValues("management.health.limiter.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("limiterHealthIndicator"));
    }

    /** A registry of the application's own that is none of ours is asked by the application itself. */
    @Test
    void without_a_registry_of_our_own_kind_nothing_that_needs_it_is_there() {
        this.runner
                .withBean(LimiterRegistry.class, () -> mock(LimiterRegistry.class))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBeanDefinitionNames()).doesNotContain(BEANS);
                });
    }

    @Test
    void a_bean_of_the_application_goes_before() {
        this.runner
                .withBean("ownFeign", FeignLimits.class, () -> new FeignLimits(() -> mock(Traffic.class)))
                .withBean("ownHealth", LimiterHealthIndicator.class, () -> mock(LimiterHealthIndicator.class))
                .withBean("ownMeters", LimiterMeters.class, () -> mock(LimiterMeters.class))
                .withBean("ownOperations", Claims.class, () -> mock(Claims.class))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBeanDefinitionNames())
                            .doesNotContain(
                                    "feignLimits", "limiterHealthIndicator", "limiterMeters", "limiterOperations");
                });
    }
}
