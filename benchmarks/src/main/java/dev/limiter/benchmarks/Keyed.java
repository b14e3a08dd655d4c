package dev.limiter.benchmarks;

import dev.limiter.Permit;
import dev.limiter.gate.GateRegistry;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** A limiter that knows keys. The others allow each key one permit an hour; ours has what the contour says. */
@FunctionalInterface
interface Keyed {

    /** One permit, for a key that may be new. */
    void take(String key) throws InterruptedException;

    /** By contour and key, as an application does. */
    static Keyed of(GateRegistry registry, String contour) {
        return key -> {
            try (Permit permit = registry.limiter(contour, key).acquire()) {
                permit.contour();
            }
        };
    }

    /** The others, new: in their own registry, or in a map as their users keep them. */
    static Map<String, Keyed> others() {
        Map<String, Keyed> all = new LinkedHashMap<>();
        all.put("Bucket4j, in a map", bucket4j());
        all.put("resilience4j, in its registry", resilience4j());
        all.put("Guava, in a map", guava());
        all.put("a map alone", inMap(key -> Keyed.class, value -> {}));
        return all;
    }

    private static Keyed bucket4j() {
        return inMap(
                key -> Bucket.builder()
                        .addLimit(limit -> limit.capacity(1).refillGreedy(1, Duration.ofHours(1)))
                        .build(),
                bucket -> bucket.tryConsume(1));
    }

    private static Keyed resilience4j() {
        RateLimiterRegistry registry = RateLimiterRegistry.of(RateLimiterConfig.custom()
                .limitForPeriod(1)
                .limitRefreshPeriod(Duration.ofHours(1))
                .build());
        return key -> {
            RateLimiter limiter = registry.rateLimiter(key);
            limiter.acquirePermission();
        };
    }

    private static Keyed guava() {
        return inMap(
                key -> com.google.common.util.concurrent.RateLimiter.create(1.0 / 3_600),
                com.google.common.util.concurrent.RateLimiter::acquire);
    }

    private static <T> Keyed inMap(Function<String, T> maker, Consumer<T> taking) {
        ConcurrentHashMap<String, T> limiters = new ConcurrentHashMap<>();
        return key -> taking.accept(limiters.computeIfAbsent(key, maker));
    }
}
