package dev.limiter.spring.autoconfigure;

import dev.limiter.LimiterListener;
import dev.limiter.LimiterRegistry;
import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.gate.GateRegistry;
import dev.limiter.gate.GateRegistryBuilder;
import dev.limiter.gate.Timer;
import dev.limiter.http.ResponseClassifier;
import dev.limiter.operation.InMemoryOperationStore;
import dev.limiter.operation.OperationStore;
import dev.limiter.spring.method.RateLimitedBeanPostProcessor;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Auto-configuration for the limiter: the contours under {@code limiter.contours}, their registry and store, and
 * {@link dev.limiter.RateLimited} on beans. Store, registry and classifier back off where the application has its own; the
 * limits on HTTP clients need a registry that is a {@link GateRegistry}.
 */
@AutoConfiguration
@EnableConfigurationProperties(LimiterProperties.class)
public final class LimiterAutoConfiguration {

    private static final Logger logger = LoggerFactory.getLogger(LimiterAutoConfiguration.class);

    LimiterAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "limiter.enabled", matchIfMissing = true)
    static class On {

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        @ConditionalOnMissingBean
        static RateLimitedBeanPostProcessor rateLimitedBeanPostProcessor() {
            return new RateLimitedBeanPostProcessor();
        }

        /** Before anything is bound: a blank number would be called unknown, a secret in a wrong place be shown. */
        @Bean
        static BeanFactoryPostProcessor limiterPropertiesCheck(Environment environment) {
            return beans -> {
                BlankProperties.refuse(environment);
                SecretProperties.refuseInWrongPlace(environment);
            };
        }

        @Bean
        @ConditionalOnMissingBean
        ResponseClassifier responseClassifier() {
            return ResponseClassifier.standard();
        }

        @Bean
        @ConditionalOnMissingBean(LimiterRegistry.class)
        GateRegistry limiterRegistry(
                LimiterProperties properties,
                BucketStore store,
                ObjectProvider<LimiterListener> listeners,
                ObjectProvider<Timer> timer,
                ResourceLoader resources) {
            List<ConfiguredContour> contours = PropertiesContours.read(properties.contours());
            for (ConfiguredContour contour : contours) {
                logger.info("{}", ContourInWords.describe(contour));
                ContourInWords.brokenQuota(contour).ifPresent(logger::warn);
                ContourInWords.reduced(contour.contour()).ifPresent(logger::warn);
                ContourInWords.observed(contour.contour()).ifPresent(logger::warn);
            }
            GateRegistryBuilder builder = GateRegistry.builder(store);
            String keySecret = SecretProperties.keySecret(properties, contours);
            if (keySecret != null) {
                builder.keySecret(keySecret);
            }
            timer.ifAvailable(builder::timer);
            return builder.contours(
                            contours.stream().map(ConfiguredContour::contour).toList())
                    .listener(LimiterListener.all(
                            SingletonSupplier.of(() -> listeners.orderedStream().toList())::obtain))
                    .completions(completions(resources.getClassLoader()))
                    .build();
        }

        /**
         * Not the common pool: callers block in its threads, in parallel streams, and where all of them wait for permits none
         * would be left to hand them out.
         */
        private static Executor completions(@Nullable ClassLoader classLoader) {
            int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
            Executor pool = new ForkJoinPool(threads, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
            return (classLoader != null) ? new ApplicationClassLoaderExecutor(pool, classLoader) : pool;
        }

        @Bean
        LimiterShutdown limiterShutdown(LimiterRegistry registry, ApplicationContext context) {
            return new LimiterShutdown(registry, context);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "limiter.enabled", matchIfMissing = true)
    @ConditionalOnMissingBean(BucketStore.class)
    static class OwnStore {

        @Bean
        BucketStore bucketStore(LimiterProperties properties, ConfigurableListableBeanFactory beans) {
            // Without contours there is nothing to keep, and nothing to ask for.
            if (properties.contours().isEmpty() || properties.store() == LimiterProperties.Store.MEMORY) {
                return new InMemoryBucketStore();
            }
            if (!hasRedis()) {
                throw NoStoreException.missing(
                        properties.store(), properties.contours().keySet());
            }
            return SharedStore.open(properties, beans);
        }

        private static boolean hasRedis() {
            return ClassUtils.isPresent(
                    "org.springframework.data.redis.connection.RedisConnectionFactory",
                    LimiterAutoConfiguration.class.getClassLoader());
        }

        /** Where the buckets are: what is claimed in one process is claimed in all that share them. */
        @Bean
        @ConditionalOnMissingBean
        OperationStore operationStore(BucketStore store) {
            return (store instanceof InMemoryBucketStore)
                    ? new InMemoryOperationStore()
                    : SharedStore.operations(store);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "limiter.enabled", havingValue = false)
    static class Off {

        Off() {
            logger.warn("limiter.enabled=false: nothing is limited, and @RateLimited does nothing");
        }
    }
}
