package dev.limiter.spring.autoconfigure;

import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/** Refuses properties that are there and say nothing: Spring Boot would silently take the default for a number. */
final class BlankProperties {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("limiter");

    private BlankProperties() {}

    static void refuse(Environment environment) {
        Binder binder = Binder.get(environment);
        names(environment)
                // No host is something to say: hosts: ${HOSTS:}
                .filter(name -> !name.getLastElement(ConfigurationPropertyName.Form.UNIFORM)
                        .startsWith("hosts"))
                .filter(name -> binder.bind(name, Bindable.of(String.class))
                        .map(String::isBlank)
                        .orElse(false))
                .findFirst()
                .ifPresent(name -> {
                    throw new InvalidPropertyException(
                            name.toString(), "", "it is blank", "Write a value, or remove the property", null);
                });
    }

    private static Stream<ConfigurationPropertyName> names(Environment environment) {
        return StreamSupport.stream(
                        ConfigurationPropertySources.get(environment).spliterator(), false)
                .filter(IterableConfigurationPropertySource.class::isInstance)
                .map(IterableConfigurationPropertySource.class::cast)
                .flatMap(IterableConfigurationPropertySource::stream)
                .filter(PREFIX::isAncestorOf);
    }
}
