package dev.limiter.sample.process;

import dev.limiter.sample.worker.Team;
import dev.limiter.sample.worker.Teams;
import dev.limiter.sample.worker.Terms;
import java.util.Map;

/**
 * Teams of worker processes: with a bucket in the memory of each, or with a Redis that all of them reach. They
 * deposit where no credential is asked for.
 */
public final class ProcessTeams implements Teams {

    /** As Spring Boot reads it from the environment: an address may hold a password, and arguments can be listed. */
    private static final String REDIS_URL = "SPRING_DATA_REDIS_URL";

    private final SharedRedis redis;

    public ProcessTeams(SharedRedis redis) {
        this.redis = redis;
    }

    @Override
    public Team separate(int size, Terms terms) {
        return ProcessTeam.start(size, terms.with("limiter.store", "memory"), Map.of());
    }

    @Override
    public Team shared(int size, Terms terms) {
        return ProcessTeam.start(size, terms.with("limiter.store", "redis"), Map.of(REDIS_URL, this.redis.url()));
    }

    @Override
    public String workers() {
        return "worker processes";
    }
}
