package dev.limiter.spring.method;

import dev.limiter.PermitPer;
import dev.limiter.RateLimited;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** A client whose methods have other annotations beside the mark, and what these need. */
final class AnnotatedRecords {

    private AnnotatedRecords() {}

    /** Through a proxy of interfaces Spring sees a {@code @Retryable} only here. */
    interface Records {

        @Retryable(maxRetries = 2, delay = 1)
        String retried();

        @Retryable(maxRetries = 2, delay = 1, predicate = NotExhausted.class)
        String retriedUnlessExhausted();

        @Retryable(maxRetries = 2, delay = 1)
        String retriedPerMethod();

        Mono<String> reactive();

        @Retryable(maxRetries = 2, delay = 1, predicate = NotExhausted.class)
        Mono<String> reactiveUnlessExhausted();

        String cached(String id);

        String transacted();
    }

    static class Client implements Records {

        private final RestClient client;

        private final WebClient webClient;

        Client(RestClient.Builder client, WebClient.Builder webClient, @Value("${upstream.url}") String url) {
            this.client = client.baseUrl(url).build();
            this.webClient = webClient.baseUrl(url).build();
        }

        private String get() {
            return String.valueOf(this.client.get().retrieve().body(String.class));
        }

        @Override
        @RateLimited(contour = "api")
        public String retried() {
            return get();
        }

        @Override
        @RateLimited(contour = "api")
        public String retriedUnlessExhausted() {
            return get();
        }

        @Override
        @RateLimited(contour = "method", permit = PermitPer.METHOD)
        @Transactional
        public String retriedPerMethod() {
            throw new IllegalStateException("of the method");
        }

        @Override
        @RateLimited(contour = "api")
        public Mono<String> reactive() {
            return this.webClient.get().retrieve().bodyToMono(String.class);
        }

        @Override
        @RateLimited(contour = "api")
        public Mono<String> reactiveUnlessExhausted() {
            return this.webClient.get().retrieve().bodyToMono(String.class);
        }

        @Override
        @RateLimited(contour = "method", permit = PermitPer.METHOD)
        @Cacheable("records")
        public String cached(String id) {
            return get();
        }

        @Override
        @RateLimited(contour = "method", permit = PermitPer.METHOD)
        @Transactional
        public String transacted() {
            return get();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Needed {

        @Bean
        Client records(RestClient.Builder client, WebClient.Builder webClient, @Value("${upstream.url}") String url) {
            return new Client(client, webClient, url);
        }

        @Bean
        Transactions transactions() {
            return new Transactions();
        }

        @Bean
        CacheManager cacheManager() {
            return new ConcurrentMapCacheManager();
        }
    }

    /** Writes down what happens to transactions that do nothing. */
    static final class Transactions extends AbstractPlatformTransactionManager {

        final List<String> events = new CopyOnWriteArrayList<>();

        @Override
        protected Object doGetTransaction() {
            return new Object();
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {
            this.events.add("begin");
        }

        @Override
        protected void doCommit(DefaultTransactionStatus status) {
            this.events.add("commit");
        }

        @Override
        protected void doRollback(DefaultTransactionStatus status) {
            this.events.add("rollback");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    static class Retries {}

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class Transacts {}

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Caches {}

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods(proxyTargetClass = true)
    static class RetriesByClass {}

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(proxyTargetClass = true)
    static class TransactsByClass {}

    @Configuration(proxyBeanMethods = false)
    @EnableCaching(proxyTargetClass = true)
    static class CachesByClass {}
}
