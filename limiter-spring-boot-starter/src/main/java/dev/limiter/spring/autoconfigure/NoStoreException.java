package dev.limiter.spring.autoconfigure;

import java.util.Collection;

/** There is no place for the buckets of the contours. Thrown at start-up. */
final class NoStoreException extends RuntimeException {

    private final String problem;

    private final String advice;

    private NoStoreException(String problem, String advice) {
        super(problem + ". " + advice);
        this.problem = problem;
        this.advice = advice;
    }

    static NoStoreException undecided(Collection<String> contours) {
        return new NoStoreException(
                "The buckets of contours %s have no store: limiter.store=auto needs a RedisConnectionFactory, and there is none"
                        .formatted(contours),
                "Write limiter.store=memory where one process alone spends these quotas. Where several processes share them, add spring-boot-starter-data-redis, with a version of the limiter that has the shared store");
    }

    static NoStoreException shared(LimiterProperties.Store store, Collection<String> contours) {
        String why = (store == LimiterProperties.Store.REDIS)
                ? "limiter.store=redis"
                : "limiter.store=auto found a RedisConnectionFactory, so that";
        return new NoStoreException(
                "%s asks for the shared store for contours %s, and the shared store is not part of this version"
                        .formatted(why, contours),
                "Write limiter.store=memory: each process then limits itself, and several processes that spend one quota need a share of it each");
    }

    /** What is missing, as a sentence. */
    String problem() {
        return this.problem;
    }

    /** What to write, as a sentence. */
    String advice() {
        return this.advice;
    }
}
