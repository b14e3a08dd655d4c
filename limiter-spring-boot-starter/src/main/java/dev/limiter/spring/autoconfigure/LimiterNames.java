package dev.limiter.spring.autoconfigure;

import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;

/** The properties under {@code limiter} that somebody wrote, as far as their sources can be listed. */
final class LimiterNames {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("limiter");

    private LimiterNames() {}

    static Stream<ConfigurationPropertyName> in(Environment environment) {
        return in(environment, source -> true);
    }

    /** Those that Spring Boot refuses where it does not know them: variables of the environment may be anybody's. */
    static Stream<ConfigurationPropertyName> ours(Environment environment) {
        return in(environment, new UnboundElementsSourceFilter()::apply);
    }

    private static Stream<ConfigurationPropertyName> in(
            Environment environment, Predicate<ConfigurationPropertySource> which) {
        return StreamSupport.stream(
                        ConfigurationPropertySources.get(environment).spliterator(), false)
                .filter(which)
                .filter(IterableConfigurationPropertySource.class::isInstance)
                .map(IterableConfigurationPropertySource.class::cast)
                .flatMap(IterableConfigurationPropertySource::stream)
                .filter(PREFIX::isAncestorOf);
    }
}
