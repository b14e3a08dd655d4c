package dev.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.call.Traffic;
import dev.limiter.spring.feign.FeignLimits;
import feign.Capability;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cloud.openfeign.clientconfig.HttpClient5FeignConfiguration.HttpClientBuilderCustomizer;

class FeignLimiterAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LimiterAutoConfiguration.class,
                    ClientLimiterAutoConfiguration.class,
                    FeignLimiterAutoConfiguration.class))
            .withPropertyValues("limiter.store=memory");

    @Test
    void feign_is_given_the_limits() {
        this.runner.run(context ->
                assertThat(context).hasSingleBean(FeignLimits.class).hasSingleBean(HttpClientBuilderCustomizer.class));
    }

    @Test
    void without_feign_there_are_none() {
        this.runner
                .withClassLoader(new FilteredClassLoader("feign", "org.springframework.cloud"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(Traffic.class)
                        .doesNotHaveBean("feignLimits"));
    }

    @Test
    void feign_without_spring_cloud_or_apache_is_enough() {
        this.runner
                .withClassLoader(new FilteredClassLoader("org.springframework.cloud"))
                .run(context -> assertThat(context).hasSingleBean(FeignLimits.class));
        this.runner
                .withClassLoader(new FilteredClassLoader(HttpClientBuilder.class))
                .run(context -> assertThat(context)
                        .hasSingleBean(FeignLimits.class)
                        .doesNotHaveBean(HttpClientBuilderCustomizer.class));
    }

    @Test
    void the_applications_own_limits_take_their_place() {
        this.runner
                .withBean(
                        "mine",
                        FeignLimits.class,
                        () -> new FeignLimits(() -> {
                            throw new AssertionError();
                        }))
                .run(context ->
                        assertThat(context.getBeansOfType(Capability.class)).containsOnlyKeys("mine"));
    }

    @Test
    void a_limiter_that_is_off_limits_nothing() {
        this.runner
                .withPropertyValues("limiter.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(Capability.class));
    }
}
