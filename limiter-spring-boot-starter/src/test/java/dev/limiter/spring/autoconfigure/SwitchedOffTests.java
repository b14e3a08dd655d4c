package dev.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.RateLimited;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

/** {@code limiter.enabled=false} leaves no trace on the beans of an application. */
class SwitchedOffTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LimiterAutoConfiguration.class,
                    ClientLimiterAutoConfiguration.class,
                    WebClientLimiterAutoConfiguration.class,
                    RestClientLimiterAutoConfiguration.class,
                    FeignLimiterAutoConfiguration.class,
                    OperationsAutoConfiguration.class,
                    LimiterHealthAutoConfiguration.class,
                    LimiterMetricsAutoConfiguration.class,
                    LimiterObservationAutoConfiguration.class,
                    LimiterEventsAutoConfiguration.class,
                    LimiterEndpointAutoConfiguration.class))
            .withBean(Marked.class)
            .withBean(RestClient.Builder.class, RestClient::builder)
            .withBean(RestClient.class, RestClient::create)
            .withBean(RestTemplate.class)
            .withBean(WebClient.Builder.class, WebClient::builder)
            .withBean(WebClient.class, WebClient::create)
            .withPropertyValues(
                    "limiter.store=memory",
                    "limiter.contours.datacite.quota=3000/5m",
                    "management.endpoints.web.exposure.include=limiter");

    static class Marked {
        @RateLimited(contour = "datacite")
        public void send() {}
    }

    /** The classes of the beans, and of what is in them. */
    private static List<String> beans(ApplicationContext context) {
        RestTemplate template = context.getBean(RestTemplate.class);
        return Stream.of(
                        context.getBean(Marked.class),
                        context.getBean(RestClient.Builder.class),
                        context.getBean(RestClient.class),
                        context.getBean(WebClient.Builder.class),
                        context.getBean(WebClient.class),
                        template,
                        template.getRequestFactory())
                .map(bean -> bean.getClass().getName())
                .toList();
    }

    private static List<String> ofOurs(ApplicationContext context) {
        return Stream.of(context.getBeanDefinitionNames())
                .map(name -> String.valueOf(context.getType(name)))
                .filter(type -> type.contains(" dev.limiter.") && !type.contains("autoconfigure"))
                .toList();
    }

    @Test
    void no_bean_is_wrapped_and_none_of_ours_is_there() {
        this.runner.withPropertyValues("limiter.enabled=false").run(context -> {
            assertThat(beans(context))
                    .allMatch(name -> name.startsWith("org.springframework.") || name.equals(Marked.class.getName()));
            assertThat(context.getBean(RestTemplate.class).getInterceptors()).isEmpty();
            assertThat(context.getBeansOfType(BeanPostProcessor.class).values())
                    .noneMatch(bean -> bean.getClass().getName().startsWith("dev.limiter."));
            assertThat(ofOurs(context)).isEmpty();
        });
    }

    /** So that the other one means something. */
    @Test
    void switched_on_all_of_them_are() {
        this.runner.run(context -> {
            assertThat(beans(context)).doesNotContain(Marked.class.getName());
            assertThat(beans(context))
                    .filteredOn(name -> name.startsWith("org."))
                    .hasSizeLessThan(2);
            assertThat(ofOurs(context)).hasSizeGreaterThan(10);
        });
    }
}
