package dev.limiter.spring.autoconfigure;

import java.util.Collection;
import java.util.Locale;

/** There is no place for the buckets of the contours. Thrown at start-up. */
final class NoStoreException extends RuntimeException {

    private final String problem;

    private final String advice;

    private NoStoreException(String problem, String advice) {
        super(problem + ". " + advice);
        this.problem = problem;
        this.advice = advice;
    }

    static NoStoreException missing(LimiterProperties.Store store, Collection<String> contours) {
        return new NoStoreException(
                "The buckets of contours %s have no store: limiter.store=%s needs a RedisConnectionFactory, and there is none"
                        .formatted(contours, store.name().toLowerCase(Locale.ROOT)),
                "Write limiter.store=memory where one process alone spends these quotas. Where several do, add spring-boot-starter-data-redis");
    }

    static NoStoreException severalFactories(Collection<String> names) {
        return new NoStoreException(
                "There are several RedisConnectionFactory beans, and none is primary: %s".formatted(names),
                "Write limiter.redis.connection-factory with the name of one of them");
    }

    static NoStoreException unknownFactory(String name, Collection<String> names) {
        return new NoStoreException(
                "limiter.redis.connection-factory is '%s', and there is no RedisConnectionFactory bean of that name"
                        .formatted(name),
                names.isEmpty()
                        ? "Add spring-boot-starter-data-redis, and remove the property"
                        : "Write one of %s, or remove the property".formatted(names));
    }

    static NoStoreException unusable(String name, String why) {
        return new NoStoreException(
                "The RedisConnectionFactory '%s' cannot be used: %s".formatted(name, why),
                "Name another one with limiter.redis.connection-factory, or write limiter.store=memory, where one process alone spends these quotas");
    }

    static NoStoreException notLettuce(String name, String type) {
        return new NoStoreException(
                "The limiter's Redis store needs Lettuce, and the RedisConnectionFactory '%s' is a %s"
                        .formatted(name, type),
                "Use a LettuceConnectionFactory, which is what spring-boot-starter-data-redis brings where Jedis does not take its place; a second one beside it will do, named by limiter.redis.connection-factory. Or write limiter.store=memory, where one process alone spends these quotas");
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
