package dev.limiter.spring.autoconfigure;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Says which property is wrong, where it was written, and what to write: rates, quotas, missing units and others. */
class InvalidPropertyFailureAnalyzer extends AbstractFailureAnalyzer<InvalidPropertyException> {

    private final Environment environment;

    InvalidPropertyFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidPropertyException cause) {
        StringBuilder description = new StringBuilder("A property of the limiter cannot be obeyed:%n%n".formatted());
        description.append("    Property: %s%n".formatted(cause.property()));
        if (cause.value() != null) {
            description.append("    Value: \"%s\"%n".formatted(cause.value()));
        }
        description.append(origin(cause.property()));
        description.append("    Reason: %s".formatted(cause.problem()));
        return new FailureAnalysis(description.toString(), cause.advice() + ".", cause);
    }

    private String origin(String property) {
        ConfigurationPropertyName name = ConfigurationPropertyName.isValid(property)
                ? ConfigurationPropertyName.of(property)
                : ConfigurationPropertyName.EMPTY;
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(this.environment)) {
            ConfigurationProperty found = source.getConfigurationProperty(name);
            if (found != null && found.getOrigin() != null) {
                return "    Origin: %s%n".formatted(found.getOrigin());
            }
        }
        return "";
    }
}
