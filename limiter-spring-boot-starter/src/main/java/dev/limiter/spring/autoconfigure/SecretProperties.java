package dev.limiter.spring.autoconfigure;

import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.env.Environment;

/** Refuses what is wrong about the key secret in words that do not hold it. */
final class SecretProperties {

    private static final int SHORTEST = 16;

    private static final ConfigurationPropertyName SECRET = ConfigurationPropertyName.of("limiter.key-secret");

    private static final String ADVICE =
            "Write limiter.key-secret: at least %d characters that nobody can guess, the same in all replicas"
                    .formatted(SHORTEST);

    private SecretProperties() {}

    /** The secret; {@code null} where there is none, and no contour needs one. */
    static @Nullable String keySecret(LimiterProperties properties, Collection<ConfiguredContour> contours) {
        String secret = properties.keySecret();
        if (secret != null && secret.length() < SHORTEST) {
            throw problem(SECRET.toString(), "it has fewer than %d characters".formatted(SHORTEST), ADVICE);
        }
        for (ConfiguredContour configured : contours) {
            if (secret == null && configured.contour().secretKeys()) {
                String name = configured.contour().name();
                throw problem(
                        SECRET.toString(),
                        "it is missing, and limiter.contours.%s.secret-keys says that the contour's keys are credentials"
                                .formatted(name),
                        ADVICE);
            }
        }
        return secret;
    }

    /** Before anything is bound: Spring Boot shows the value of a property that it does not know or cannot convert. */
    static void refuseInWrongPlace(Environment environment) {
        Binder binder = Binder.get(environment);
        LimiterNames.in(environment)
                .filter(SecretProperties::isSwitch)
                .forEach(name -> refuseUnlessSwitch(name, binder));
        LimiterNames.ours(environment)
                .filter(name -> name.getLastElement(Form.UNIFORM).contains("secret"))
                .filter(name -> !name.equals(SECRET) && !isSwitch(name))
                .findFirst()
                .ifPresent(name -> {
                    throw problem(name.toString(), "there is no such property", ADVICE);
                });
    }

    private static boolean isSwitch(ConfigurationPropertyName name) {
        return name.getLastElement(Form.UNIFORM).equals("secretkeys");
    }

    private static void refuseUnlessSwitch(ConfigurationPropertyName name, Binder binder) {
        boolean isSwitch;
        try {
            isSwitch = binder.bind(name, Bindable.of(Boolean.class)).isBound();
        } catch (BindException ex) {
            isSwitch = false;
        }
        if (!isSwitch) {
            throw problem(name.toString(), "it is true or false: whether the contour's keys are credentials", ADVICE);
        }
    }

    private static InvalidPropertyException problem(String property, String problem, String advice) {
        return new InvalidPropertyException(property, null, problem, advice, null);
    }
}
