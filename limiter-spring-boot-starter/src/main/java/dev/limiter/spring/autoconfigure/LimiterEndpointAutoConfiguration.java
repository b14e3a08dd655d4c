package dev.limiter.spring.autoconfigure;

import dev.limiter.contour.Contour;
import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.actuate.LimiterEndpoint;
import dev.limiter.spring.call.Traffic;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration for the actuator endpoint {@code limiter}. */
@AutoConfiguration(after = ClientLimiterAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(Traffic.class)
public final class LimiterEndpointAutoConfiguration {

    LimiterEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    LimiterEndpoint limiterEndpoint(GateRegistry registry, Traffic traffic, LimiterProperties properties) {
        Map<String, String> limits = new HashMap<>();
        for (String name : registry.contours()) {
            Contour contour = registry.contour(name);
            limits.put(name, ContourInWords.limits(new ConfiguredContour(contour, null, null, true)));
        }
        // The registry may be the application's own.
        PropertiesContours.read(properties.contours()).stream()
                .filter(configured ->
                        registry.contours().contains(configured.contour().name()))
                .filter(configured ->
                        registry.contour(configured.contour().name()).equals(configured.contour()))
                .forEach(configured -> limits.put(configured.contour().name(), ContourInWords.limits(configured)));
        return new LimiterEndpoint(registry, traffic, limits);
    }
}
