package dev.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.LimiterRegistry;
import dev.limiter.RateLimited;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What an operator reads, through the start of a real application. */
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalyzersTests {

    private static final String QUOTA = "limiter.contours.datacite.quota=3000/5m";

    private static final String MEMORY = "limiter.store=memory";

    @Test
    void an_unknown_contour_names_the_method_and_what_to_configure(CapturedOutput output) {
        start(Marked.class, MEMORY, QUOTA.replace("datacite", "zenodo"));
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains(
                        "@RateLimited on FailureAnalyzersTests.Client.send: contour 'datacite' is not configured; known"
                                + " contours: [zenodo].")
                .contains("Configure limiter.contours.datacite, with quota: 3000/5m");
    }

    @Test
    void a_cost_above_capacity_names_the_method_and_both_numbers(CapturedOutput output) {
        start(Expensive.class, MEMORY, QUOTA);
        assertThat(output)
                .contains("on FailureAnalyzersTests.ExpensiveClient.send: permits = \"1000\" can never fit the capacity"
                        + " of contour 'datacite', which is 20.")
                .contains("a capacity of at least 1000.");
    }

    @Test
    void contradicting_annotations_name_the_method_and_both_places(CapturedOutput output) {
        start(Contradicting.class, MEMORY, QUOTA);
        assertThat(output)
                .contains("on FailureAnalyzersTests.ContradictingClient.send: contradicting annotations")
                .contains("FailureAnalyzersTests.One.send (contour = \"datacite\"")
                .contains("FailureAnalyzersTests.Two.send (contour = \"zenodo\"")
                .contains("Write @RateLimited on FailureAnalyzersTests.ContradictingClient.send itself");
    }

    @Test
    void a_bad_quota_names_property_value_file_and_line(CapturedOutput output) {
        start(Empty.class, "spring.config.location=classpath:/dev/limiter/spring/autoconfigure/bad-quota.yaml");
        assertThat(output)
                .contains("Property: limiter.contours.datacite.quota")
                .contains("Value: \"3000\"")
                .contains("bad-quota.yaml] - 5:14")
                .contains("Reason: '3000' is not a rate: write a count and a period")
                .contains("Write for example limiter.contours.datacite.quota=3000/5m.");
    }

    @Test
    void a_missing_unit_names_the_property_and_both_readings(CapturedOutput output) {
        start(Empty.class, MEMORY, QUOTA, "limiter.contours.datacite.max-wait=30");
        assertThat(output)
                .contains("Property: limiter.contours.datacite.max-wait")
                .contains("Reason: a number without a unit: write 30s for seconds, or 30ms for milliseconds");
    }

    @Test
    void no_store_names_the_ways_out(CapturedOutput output) {
        start(Empty.class, QUOTA);
        assertThat(output)
                .contains("limiter.store=auto needs a RedisConnectionFactory, and there is none.")
                .contains("Write limiter.store=memory");
    }

    @Test
    void an_unknown_contour_in_code_says_what_to_configure(CapturedOutput output) {
        start(Asking.class, MEMORY, QUOTA);
        assertThat(output)
                .contains("Contour 'typo' is not configured; known contours: [datacite]")
                .contains("Configure limiter.contours.typo");
    }

    @Test
    void a_misspelled_property_is_named(CapturedOutput output) {
        start(Empty.class, MEMORY, QUOTA, "limiter.contours.datacite.qouta=1/s");
        assertThat(output).contains("limiter.contours.datacite.qouta").contains("APPLICATION FAILED TO START");
    }

    private static void start(Class<?> source, String... properties) {
        SpringApplication application = new SpringApplication(Empty.class, source);
        application.setWebApplicationType(WebApplicationType.NONE);
        String[] arguments =
                Stream.of(properties).map(property -> "--" + property).toArray(String[]::new);
        assertThatThrownBy(() -> application.run(arguments)).isNotNull();
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(LimiterAutoConfiguration.class)
    static class Empty {}

    static class Client {
        @RateLimited(contour = "datacite")
        public void send() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Marked {
        @Bean
        Client client() {
            return new Client();
        }
    }

    static class ExpensiveClient {
        @RateLimited(contour = "datacite", permits = "1000")
        public void send() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Expensive {
        @Bean
        ExpensiveClient client() {
            return new ExpensiveClient();
        }
    }

    interface One {
        @RateLimited(contour = "datacite")
        void send();
    }

    interface Two {
        @RateLimited(contour = "zenodo")
        void send();
    }

    static class ContradictingClient implements One, Two {
        @Override
        public void send() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Contradicting {
        @Bean
        ContradictingClient client() {
            return new ContradictingClient();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Asking {
        @Bean
        String asking(LimiterRegistry registry) {
            return registry.limiter("typo").contour();
        }
    }
}
