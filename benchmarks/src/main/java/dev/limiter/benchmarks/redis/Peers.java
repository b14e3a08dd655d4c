package dev.limiter.benchmarks.redis;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.gate.GateRegistry;
import dev.limiter.redis.RedisBucketStore;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.AsyncBucketProxy;
import io.github.bucket4j.distributed.proxy.AsyncProxyManager;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** All of them in one process, each on a connection of its own. */
final class Peers implements AutoCloseable {

    /** The least that a script for permits can do: count them. */
    private static final String COUNT = "return redis.call('INCRBY', KEYS[1], ARGV[1])";

    private final ExecutorService application = new ForkJoinPool(
            Runtime.getRuntime().availableProcessors(), ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);

    private final RedisClient client;

    private final RedisAsyncCommands<byte[], byte[]> commands;

    private final String count;

    private final RedisBucketStore store;

    private final GateRegistry registry;

    private final AsyncProxyManager<byte[]> bucket4j;

    private final RedissonClient redisson;

    Peers(int port) throws InterruptedException {
        this.client = RedisClient.create("redis://127.0.0.1:" + port);
        this.commands = this.client.connect(ByteArrayCodec.INSTANCE).async();
        this.count = this.client.connect().sync().scriptLoad(COUNT);

        LettuceConnectionFactory settings = new LettuceConnectionFactory("127.0.0.1", port);
        this.store = new RedisBucketStore(settings);
        this.registry = GateRegistry.builder(this.store)
                .contours(List.of(
                        contour("plenty", Load.PLENTY_RATE, Load.PLENTY_CAPACITY),
                        contour("scarce", Load.SCARCE_RATE, Load.SCARCE_CAPACITY)))
                .completions(this.application)
                .build();

        this.bucket4j = Bucket4jLettuce.casBasedBuilder(this.client.connect(ByteArrayCodec.INSTANCE))
                .build()
                .asAsync();

        Config config = new Config();
        config.useSingleServer().setAddress("redis://127.0.0.1:" + port);
        this.redisson = Redisson.create(config);

        while (!this.store.isConnected()) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private static Contour contour(String name, int rate, int capacity) {
        return Contour.named(name)
                .limit(new Rate(rate, Duration.ofSeconds(1)), capacity)
                .maxKeys(1_000_000)
                .maxWaiting(1_000_000)
                .maxWait(Duration.ofHours(1))
                .build();
    }

    /** Where the application does what it takes permits for. */
    Executor application() {
        return this.application;
    }

    Peer open(Load load) {
        return switch (load.peer()) {
            case PING -> key -> this.commands.ping().toCompletableFuture();
            case SCRIPT -> script(load);
            case COALESCED -> coalesced(load);
            case LIMITER -> limiter(load);
            case BUCKET4J -> bucket4j(load, false);
            case BUCKET4J_BATCHING -> bucket4j(load, true);
            case REDISSON -> redisson(load);
        };
    }

    private static byte[] name(Load load, int key) {
        return (load.prefix() + ":" + key).getBytes(StandardCharsets.US_ASCII);
    }

    private CompletableFuture<Long> take(byte[] name, int permits) {
        byte[] number = Integer.toString(permits).getBytes(StandardCharsets.US_ASCII);
        return this.commands
                .<Long>evalsha(this.count, ScriptOutputType.INTEGER, new byte[][] {name}, number)
                .toCompletableFuture();
    }

    private Peer script(Load load) {
        List<byte[]> names = each(load, key -> name(load, key));
        return key -> take(names.get(key), 1);
    }

    private Peer coalesced(Load load) {
        List<Coalescer> all = each(load, key -> {
            byte[] name = name(load, key);
            return new Coalescer(permits -> take(name, permits));
        });
        return key -> all.get(key).take();
    }

    private Peer limiter(Load load) {
        String contour = load.plenty() ? "plenty" : "scarce";
        List<Limiter> all = each(load, key -> this.registry.limiter(contour, load.prefix() + ":" + key));
        return new Peer() {
            @Override
            public CompletableFuture<?> take(int key) {
                return all.get(key).acquireAsync();
            }

            @Override
            public Object takeAndWait(int key) throws InterruptedException {
                return all.get(key).acquire();
            }

            @Override
            public boolean completesOnApplicationThreads() {
                return true;
            }

            @Override
            public boolean forgetsWhoGivesUp() {
                return true;
            }

            @Override
            public void used(@Nullable Object taken) {
                if (taken instanceof Permit permit) {
                    permit.close();
                }
            }
        };
    }

    private Peer bucket4j(Load load, boolean batching) {
        BucketConfiguration limit = BucketConfiguration.builder()
                .addLimit(bandwidth ->
                        bandwidth.capacity(load.capacity()).refillGreedy(load.rate(), Duration.ofSeconds(1)))
                .build();
        List<AsyncBucketProxy> all = each(load, key -> {
            var builder = this.bucket4j.builder();
            return (batching ? builder.withOptimization(Optimizations.batching()) : builder)
                    .build(name(load, key), () -> CompletableFuture.completedFuture(limit));
        });
        return key -> all.get(key).tryConsume(1);
    }

    private Peer redisson(Load load) {
        List<RRateLimiter> all = each(load, key -> {
            RRateLimiter limiter = this.redisson.getRateLimiter(load.prefix() + ":" + key);
            // in a window of its own kind; the first process sets it
            limiter.trySetRate(RateType.OVERALL, load.plenty() ? load.capacity() : load.rate(), Duration.ofSeconds(1));
            return limiter;
        });
        return key -> all.get(key).acquireAsync(1).toCompletableFuture();
    }

    private static <T> List<T> each(Load load, IntFunction<T> make) {
        return IntStream.range(0, load.keys()).mapToObj(make).toList();
    }

    @Override
    public void close() {
        this.registry.close();
        this.store.close();
        this.redisson.shutdown();
        this.client.shutdown(0, 1, TimeUnit.SECONDS);
        this.application.shutdownNow();
    }
}
