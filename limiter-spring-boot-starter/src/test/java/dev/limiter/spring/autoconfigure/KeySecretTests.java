package dev.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.LimiterRegistry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** The secret, through the start of a real application. */
@ExtendWith(OutputCaptureExtension.class)
class KeySecretTests {

    private static final String SECRET = "xyzzy-plugh-plover";

    private static final String SECRET_KEYS = "limiter.contours.shop.secret-keys=true";

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(LimiterAutoConfiguration.class)
    static class Application {}

    private static ConfigurableApplicationContext start(String... properties) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        return application.run(Stream.concat(
                        Stream.of(
                                "limiter.store=memory", "limiter.contours.shop.quota=10/s", "logging.level.root=debug"),
                        Stream.of(properties))
                .map(property -> "--" + property)
                .toArray(String[]::new));
    }

    /** Everything that a failed start says, but where properties were written. */
    private static String failure(String... properties) {
        StringWriter said = new StringWriter();
        Throwable thrown = null;
        try (ConfigurableApplicationContext context = start(properties)) {
            said.append("it started");
        } catch (RuntimeException ex) {
            thrown = ex;
        }
        print(thrown, said);
        return said.toString();
    }

    private static void print(@Nullable Throwable thrown, StringWriter to) {
        if (thrown != null) {
            thrown.printStackTrace(new PrintWriter(to, true));
        }
    }

    @Test
    void p110_a_contour_whose_keys_are_credentials_needs_a_secret_and_the_start_says_what_to_write(
            CapturedOutput output) {
        failure(SECRET_KEYS);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Property: limiter.key-secret")
                .contains("it is missing, and limiter.contours.shop.secret-keys says that")
                .contains("Write limiter.key-secret: at least 16 characters that nobody can guess, the same in all"
                        + " replicas.");
    }

    @Test
    void p110_a_short_secret_is_refused_and_not_shown(CapturedOutput output) {
        assertThat(failure("limiter.key-secret=xyzzy-fifteen-x")).doesNotContain("xyzzy");
        assertThat(output)
                .contains("Property: limiter.key-secret")
                .contains("it has fewer than 16 characters")
                .contains("the same in all replicas")
                .doesNotContain("xyzzy");
    }

    @Test
    void p110_a_secret_in_a_wrong_place_is_refused_and_not_shown(CapturedOutput output) {
        assertThat(failure("limiter.contours.shop.secret-keys=" + SECRET)).doesNotContain("xyzzy");
        assertThat(failure("limiter.contours.shop.key-secret=" + SECRET)).doesNotContain("xyzzy");
        assertThat(failure("limiter.secret=" + SECRET)).doesNotContain("xyzzy");
        assertThat(output)
                .contains("Property: limiter.contours.shop.secret-keys")
                .contains("it is true or false")
                .contains("Property: limiter.contours.shop.key-secret")
                .contains("Property: limiter.secret")
                .contains("there is no such property")
                .doesNotContain("xyzzy");
    }

    @Test
    void p110_the_secret_is_in_no_text_of_the_properties(CapturedOutput output) {
        try (ConfigurableApplicationContext context = start(SECRET_KEYS, "limiter.key-secret=" + SECRET)) {
            LimiterProperties properties = context.getBean(LimiterProperties.class);
            assertThat(properties.keySecret()).isEqualTo(SECRET);
            assertThat(properties.toString()).contains("secretKeys=true").doesNotContain("xyzzy");
            assertThat(context.getBean(LimiterRegistry.class)
                            .limiter("shop", "token")
                            .tryAcquire(1))
                    .isPresent();
            assertThat(output).contains("Contour 'shop'").doesNotContain("xyzzy");
        }
    }

    @Test
    void variables_of_the_environment_that_are_not_ours_are_left_alone_and_the_secret_may_be_one() {
        Map<String, Object> variables = Map.of("LIMITER_SECRET", "anybody's", "LIMITER_KEY_SECRET", SECRET);
        new ApplicationContextRunner()
                .withUserConfiguration(Application.class)
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .replace(
                                "systemEnvironment",
                                new SystemEnvironmentPropertySource("systemEnvironment", variables)))
                .withPropertyValues("limiter.store=memory", "limiter.contours.shop.quota=10/s", SECRET_KEYS)
                .run(context -> assertThat(
                                context.getBean(LimiterProperties.class).keySecret())
                        .isEqualTo(SECRET));
    }

    @Test
    void without_secret_keys_no_secret_is_asked_for() {
        try (ConfigurableApplicationContext context = start("limiter.contours.shop.secret-keys=no")) {
            assertThat(context.getBean(LimiterProperties.class).keySecret()).isNull();
        }
    }

    @Test
    void a_bound_of_no_keys_is_refused(CapturedOutput output) {
        failure("limiter.contours.shop.max-keys=0");
        assertThat(output)
                .contains("Property: limiter.contours.shop.max-keys")
                .contains("max-keys must be at least 1, but is 0");
    }
}
