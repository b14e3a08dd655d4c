package dev.limiter.benchmarks.quality;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.Refusal;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.gate.GateRegistry;
import dev.limiter.redis.RedisBucketStore;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.BucketProxy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** All limiters in one process, each on a connection of its own, and used as by a thread that waits. */
final class Takers implements AutoCloseable {

    private static final String WARM = "warm";

    private static final int WARM_RATE = 1_000;

    private final RedisClient client;

    private final RedisBucketStore store;

    private final GateRegistry registry;

    private final ProxyManager<byte[]> bucket4j;

    private final RedissonClient redisson;

    Takers(int port) throws InterruptedException {
        this.client = RedisClient.create("redis://127.0.0.1:" + port);
        this.store = new RedisBucketStore(new LettuceConnectionFactory("127.0.0.1", port));
        List<Contour> contours = new ArrayList<>();
        contours.add(Contour.named(WARM)
                .limit(new Rate(WARM_RATE, Duration.ofSeconds(1)))
                .build());
        for (Cell each : Cell.values()) {
            contours.add(each.contour());
        }
        this.registry = GateRegistry.builder(this.store).contours(contours).build();
        this.bucket4j = Bucket4jLettuce.casBasedBuilder(this.client.connect(ByteArrayCodec.INSTANCE))
                .build();
        Config config = new Config();
        config.useSingleServer().setAddress("redis://127.0.0.1:" + port);
        this.redisson = Redisson.create(config);
        while (!this.store.isConnected()) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    /** With more than is asked for. */
    Taker warm(Who who, String key) {
        return switch (who) {
            case LIMITER -> limiter(WARM, key);
            case BUCKET4J, BUCKET4J_SAFE -> bucket4j(ByHand.of(WARM_RATE, 1_000, WARM_RATE), key);
            case REDISSON, REDISSON_SAFE -> redisson(ByHand.of(WARM_RATE, 1_000, WARM_RATE), key);
        };
    }

    Taker of(Who who, Cell cell, String key) {
        return switch (who) {
            case LIMITER -> limiter(cell.name(), key);
            case BUCKET4J, BUCKET4J_SAFE -> bucket4j(cell.of(who), key);
            case REDISSON, REDISSON_SAFE -> redisson(cell.of(who), key);
        };
    }

    private Taker limiter(String contour, String key) {
        Limiter limiter = this.registry.limiter(contour, key);
        return () -> {
            Permit permit = limiter.acquire();
            return (status, retryAfter) -> {
                if (status == 429) {
                    permit.refused(new Refusal(Refusal.Scope.KEY, retryAfter, "429 of the benchmark's server"));
                } else {
                    permit.succeeded();
                }
                permit.close();
            };
        };
    }

    private Taker bucket4j(ByHand limit, String key) {
        BucketConfiguration configuration = BucketConfiguration.builder()
                .addLimit(bandwidth -> bandwidth.capacity(limit.capacity()).refillGreedy(limit.permits(), limit.per()))
                .build();
        BucketProxy bucket =
                this.bucket4j.builder().build(key.getBytes(StandardCharsets.US_ASCII), () -> configuration);
        return () -> {
            bucket.asBlocking().consume(1);
            return Taker.UNHEARD;
        };
    }

    private Taker redisson(ByHand limit, String key) {
        RRateLimiter limiter = this.redisson.getRateLimiter(key);
        limiter.trySetRate(RateType.OVERALL, limit.permits(), limit.per());
        return () -> {
            limiter.acquire();
            return Taker.UNHEARD;
        };
    }

    @Override
    public void close() {
        this.registry.close();
        this.store.close();
        this.redisson.shutdown();
        this.client.shutdown(0, 1, TimeUnit.SECONDS);
    }
}
