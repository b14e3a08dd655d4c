package dev.limiter.spring.autoconfigure;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What {@code limiter.*} says. An unknown name under it is a start-up failure: a misspelled limit must not be no limit.
 *
 * @param enabled Whether anything is limited. Where not, marks do nothing, and start-up says so.
 * @param store Where bucket state lives: in this process alone, or in Redis for all processes.
 * @param contours The contours, by name. A contour is a circuit that the server counts: one API token, tenant, shop or
 *     method group.
 */
@ConfigurationProperties(prefix = "limiter", ignoreUnknownFields = false)
public record LimiterProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("auto") Store store,
        @DefaultValue Map<String, ContourProperties> contours) {

    /** Where bucket state lives. */
    public enum Store {
        /** Redis, where the application has a connection factory. */
        AUTO,
        /** In the memory of one process. */
        MEMORY,
        /** In Redis, shared by all processes. */
        REDIS
    }
}
