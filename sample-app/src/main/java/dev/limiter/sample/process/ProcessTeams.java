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
        return ProcessTeam.start(size, terms.with("limiter.store", "redis"), this.redis.environment());
    }

    @Override
    public String workers() {
        return "worker processes";
    }
}
