package dev.limiter.spring.autoconfigure;

import dev.limiter.bucket.BucketStore;
import dev.limiter.operation.OperationStore;
import dev.limiter.redis.RedisBucketStore;
import dev.limiter.spring.method.DurationText;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The store that all processes share, on the Redis that the application uses anyway. */
final class SharedStore {

    private static final Logger logger = LoggerFactory.getLogger(SharedStore.class);

    private SharedStore() {}

    /**
     * Opens it.
     *
     * @throws NoStoreException where it cannot be told which Redis that is, or we cannot use it
     */
    static BucketStore open(LimiterProperties properties, ConfigurableListableBeanFactory beans) {
        List<String> names = Arrays.asList(
                BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, RedisConnectionFactory.class, true, false));
        String name = choose(properties, names, beans);
        RedisConnectionFactory factory = beans.getBean(name, RedisConnectionFactory.class);
        if (!(factory instanceof LettuceConnectionFactory)) {
            throw NoStoreException.notLettuce(name, factory.getClass().getName());
        }
        RedisBucketStore store = open(name, factory, timeout(properties));
        if (!store.isConnected()) {
            logger.warn("Redis cannot be reached yet: until it can, each contour does what its on-store-failure says");
        }
        return store;
    }

    /** Of the same Redis. */
    static OperationStore operations(BucketStore store) {
        return ((RedisBucketStore) store).operations();
    }

    private static RedisBucketStore open(String name, RedisConnectionFactory factory, Duration timeout) {
        try {
            return new RedisBucketStore(factory, timeout);
        } catch (IllegalArgumentException ex) {
            throw NoStoreException.unusable(name, String.valueOf(ex.getMessage()));
        }
    }

    private static String choose(
            LimiterProperties properties, List<String> names, ConfigurableListableBeanFactory beans) {
        String stated = properties.redis().connectionFactory();
        if (stated != null) {
            if (!names.contains(stated)) {
                throw NoStoreException.unknownFactory(stated, names);
            }
            return stated;
        }
        if (names.isEmpty()) {
            throw NoStoreException.missing(
                    properties.store(), properties.contours().keySet());
        }
        String primary = (names.size() == 1) ? names.get(0) : primary(names, beans);
        if (primary == null) {
            throw NoStoreException.severalFactories(names);
        }
        return primary;
    }

    private static @Nullable String primary(List<String> names, ConfigurableListableBeanFactory beans) {
        List<String> primary = names.stream()
                .filter(name -> beans.containsBeanDefinition(name)
                        && beans.getMergedBeanDefinition(name).isPrimary())
                .toList();
        return (primary.size() == 1) ? primary.get(0) : null;
    }

    private static Duration timeout(LimiterProperties properties) {
        StatedValues values = new StatedValues("limiter.redis");
        return Objects.requireNonNull(values.read("timeout", properties.redis().timeout(), SharedStore::timeout));
    }

    private static Duration timeout(String text) {
        Duration timeout = DurationText.parse(text);
        if (timeout.compareTo(Duration.ofMillis(1)) < 0 || timeout.compareTo(Duration.ofSeconds(10)) > 0) {
            throw new IllegalArgumentException("it must be from 1ms to 10s");
        }
        return timeout;
    }
}
