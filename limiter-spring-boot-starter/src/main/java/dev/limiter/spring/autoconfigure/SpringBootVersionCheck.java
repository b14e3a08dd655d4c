package dev.limiter.spring.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Refuses to start on Spring Boot 3, where the types that the starter hooks into have other names and its conditions
 * would quietly not match. Uses nothing that is not in both lines.
 */
class SpringBootVersionCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final int OLDEST = 4;

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        check(SpringBootVersion.getVersion());
    }

    static void check(@Nullable String version) {
        String major = (version != null) ? version.replaceFirst("\\..*", "") : "";
        // A version that cannot be read is none that is known to be too old.
        if (major.matches("\\d{1,9}") && Integer.parseInt(major) < OLDEST) {
            throw new UnsupportedSpringBootException(String.valueOf(version));
        }
    }
}
