package dev.limiter.spring.autoconfigure;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What {@code limiter.*} says. An unknown name under it is a start-up failure: a misspelled limit must not be no limit.
 *
 * @param enabled Whether anything is limited. Where not, marks do nothing, and start-up says so.
 * @param store Where bucket state lives: in this process alone, or in Redis for all processes.
 * @param redis The store in Redis.
 * @param keySecret The secret that contour keys are hashed with where they are credentials, see secret-keys of a contour.
 *     At least 16 characters, the same in all replicas.
 * @param contours The contours, by name. A contour is a circuit that the server counts: one API token, tenant, shop or
 *     method group.
 */
@ConfigurationProperties(prefix = "limiter", ignoreUnknownFields = false)
public record LimiterProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("auto") Store store,
        @DefaultValue RedisProperties redis,
        @Nullable String keySecret,
        @DefaultValue Map<String, ContourProperties> contours) {

    /** Without the secret. */
    @Override
    public String toString() {
        return "LimiterProperties[enabled=%s, store=%s, redis=%s, contours=%s]"
                .formatted(this.enabled, this.store, this.redis, this.contours);
    }

    /**
     * The store in Redis. Which server it is, and who we are there, is what Spring Boot's own properties say.
     *
     * @param connectionFactory The name of the RedisConnectionFactory bean whose settings are used, where there are several.
     * @param timeout How long each call to Redis is waited for.
     */
    public record RedisProperties(
            @Nullable String connectionFactory,
            @DefaultValue("250ms") String timeout) {}

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
