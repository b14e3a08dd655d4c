package dev.limiter.spring.autoconfigure;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;

/** Refuses properties that are there and say nothing: Spring Boot would silently take the default for a number. */
final class BlankProperties {

    private BlankProperties() {}

    static void refuse(Environment environment) {
        Binder binder = Binder.get(environment);
        LimiterNames.in(environment)
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
}
