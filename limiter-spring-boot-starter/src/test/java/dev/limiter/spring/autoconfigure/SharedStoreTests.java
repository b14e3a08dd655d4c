package dev.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import dev.limiter.LimiterRegistry;
import dev.limiter.StoreMode;
import dev.limiter.StoreUnavailableException;
import dev.limiter.bucket.BucketStore;
import dev.limiter.gate.GateRegistry;
import dev.limiter.redis.RedisBucketStore;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import dev.limiter.spring.actuate.LimiterHealthIndicator;
import dev.limiter.spring.metrics.LimiterMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

@ExtendWith(OutputCaptureExtension.class)
class SharedStoreTests {

    private static RedisServer redis = RedisServer.start(Version.V7_0);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LimiterAutoConfiguration.class,
                    ClientLimiterAutoConfiguration.class,
                    LimiterHealthAutoConfiguration.class,
                    LimiterMetricsAutoConfiguration.class))
            .withPropertyValues("limiter.contours.datacite.quota=3000/5m");

    private final ApplicationContextRunner withRedis = this.runner
            .withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
            .withPropertyValues("spring.data.redis.port=" + redis.port());

    @BeforeAll
    static void answers() {
        assertThat(redis.ask("PING")).isEqualTo("PONG");
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    private static LettuceConnectionFactory factory() {
        return new LettuceConnectionFactory("127.0.0.1", redis.port());
    }

    @Test
    void auto_uses_the_redis_of_the_application() {
        this.withRedis.run(context -> {
            assertThat(context.getBean(BucketStore.class)).isInstanceOf(RedisBucketStore.class);
            context.getBean(LimiterRegistry.class).limiter("datacite").acquire().close();
            assertThat(redis.ask("EXISTS", "limiter:{datacite}:bucket:")).isEqualTo("1");
            assertThat(context.getBean(LimiterHealthIndicator.class).health())
                    .isEqualTo(Health.up()
                            .withDetail("contours", Map.of("datacite", StoreMode.NORMAL))
                            .build());
        });
    }

    @Test
    void the_store_is_closed_with_the_application() {
        RedisBucketStore[] store = new RedisBucketStore[1];
        this.withRedis.run(context -> store[0] = context.getBean(RedisBucketStore.class));
        assertThat(store[0].isConnected()).isFalse();
    }

    @Test
    void p90_redis_without_a_connection_factory_says_what_to_add() {
        this.runner
                .withPropertyValues("limiter.store=redis")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(NoStoreException.class)
                        .hasMessageContaining("limiter.store=redis needs a RedisConnectionFactory")
                        .hasMessageContaining("spring-boot-starter-data-redis"));
    }

    @Test
    void p90_a_connection_factory_of_any_name_is_found() {
        this.runner
                .withBean("cacheConnections", LettuceConnectionFactory.class, SharedStoreTests::factory)
                .run(context -> assertThat(context).hasSingleBean(RedisBucketStore.class));
    }

    @Test
    void p90_of_two_connection_factories_one_must_be_named() {
        ApplicationContextRunner two = this.runner
                .withBean("one", LettuceConnectionFactory.class, SharedStoreTests::factory)
                .withBean("two", LettuceConnectionFactory.class, SharedStoreTests::factory);
        two.run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(NoStoreException.class)
                .hasMessageContaining("[one, two]")
                .hasMessageContaining("limiter.redis.connection-factory"));
        two.withPropertyValues("limiter.redis.connection-factory=two")
                .run(context -> assertThat(context).hasSingleBean(RedisBucketStore.class));
        two.withPropertyValues("limiter.redis.connection-factory=three")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(NoStoreException.class)
                        .hasMessageContaining("'three'")
                        .hasMessageContaining("[one, two]"));
    }

    @Test
    void p90_of_two_connection_factories_the_primary_one_is_used() {
        this.runner
                .withBean("one", LettuceConnectionFactory.class, SharedStoreTests::factory)
                .withBean(
                        "two",
                        LettuceConnectionFactory.class,
                        SharedStoreTests::factory,
                        definition -> definition.setPrimary(true))
                .run(context -> assertThat(context).hasSingleBean(RedisBucketStore.class));
    }

    @Test
    void p60_an_application_on_jedis_is_told_so() {
        this.runner
                .withBean(RedisConnectionFactory.class, () -> mock(RedisConnectionFactory.class))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(NoStoreException.class)
                        .hasMessageContaining("needs Lettuce")
                        .hasMessageContaining("limiter.store=memory"));
    }

    @Test
    void memory_is_memory_whatever_redis_there_is() {
        this.withRedis
                .withPropertyValues("limiter.store=memory")
                .run(context -> assertThat(context).doesNotHaveBean(RedisBucketStore.class));
    }

    @ParameterizedTest
    @CsvSource({"reject,DOWN,REJECT", "queue,DEGRADED,QUEUE", "reduced,DEGRADED,REDUCED"})
    void p65_with_redis_away_it_starts_and_health_says_so(
            String policy, String status, StoreMode mode, CapturedOutput output) {
        ApplicationContextRunner away = this.withRedis.withPropertyValues(
                "spring.data.redis.port=" + RedisServer.freePort(),
                "limiter.contours.datacite.on-store-failure=" + policy);
        ApplicationContextRunner configured = policy.equals("reduced")
                ? away.withPropertyValues(
                        "limiter.contours.datacite.reduced.rate=1/s", "limiter.contours.datacite.reduced.capacity=1")
                : away;
        configured.run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(output).contains("Redis cannot be reached yet");
            Health health = context.getBean(LimiterHealthIndicator.class).health();
            assertThat(health.getStatus()).isEqualTo(new Status(status));
            assertThat(health.getDetails()).containsEntry("contours", Map.of("datacite", mode));
        });
    }

    @Test
    void a_store_that_goes_and_comes_back_is_one_line_each() {
        RedisServer gone = RedisServer.start(Version.V7_0);
        this.withRedis
                .withPropertyValues("spring.data.redis.port=" + gone.port())
                .run(context -> {
                    GateRegistry registry = context.getBean(GateRegistry.class);
                    registry.limiter("datacite").acquire().close();
                    gone.kill();
                    Await.until("the loss", () -> registry.storeMode("datacite") == StoreMode.REJECT);
                    for (int i = 0; i < 3; i++) {
                        assertThat(registry.limiter("datacite").acquireAsync())
                                .failsWithin(Duration.ofSeconds(1))
                                .withThrowableThat()
                                .havingCause()
                                .asInstanceOf(InstanceOfAssertFactories.throwable(StoreUnavailableException.class))
                                .hasMessageContaining("datacite");
                    }
                    try (RedisServer next = RedisServer.startOn(Version.V7_0, gone.port())) {
                        Await.until("the return", () -> registry.storeMode("datacite") == StoreMode.NORMAL);
                        registry.limiter("datacite").acquire().close();
                    }
                });
        gone.close();
    }

    @Test
    void reduced_says_at_start_up_what_the_server_may_see(CapturedOutput output) {
        this.withRedis
                .withPropertyValues(
                        "limiter.contours.datacite.on-store-failure=reduced",
                        "limiter.contours.datacite.reduced.rate=1/s",
                        "limiter.contours.datacite.reduced.capacity=1")
                .run(context -> assertThat(output)
                        .contains("while the store is away each process runs 1 permit per second, at most 1 at once")
                        .contains("With three processes cut off that is up to 6 in any second"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "limiter.contours.datacite.on-store-failure=reduced | reduced needs a limit",
                "limiter.contours.datacite.reduced.rate=1/s | on-store-failure",
                "limiter.redis.timeout=250 | a number without a unit",
                "limiter.redis.timeout=1h | it must be from 1ms to 10s"
            })
    void bad_values_are_named(String property, String sentence) {
        this.withRedis
                .withPropertyValues(property)
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining(sentence));
    }

    @Test
    void a_reduced_rate_that_is_faster_than_the_shared_one_is_refused() {
        this.withRedis
                .withPropertyValues(
                        "limiter.contours.datacite.on-store-failure=reduced",
                        "limiter.contours.datacite.reduced.rate=100/s")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("reduced.rate must not be faster"));
    }

    @Test
    void the_meters_say_whether_the_store_is_away_and_limits_differ() {
        this.withRedis.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run(context -> {
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            context.getBean(LimiterMeters.class).bindTo(meters);
            GateRegistry registry = context.getBean(GateRegistry.class);
            registry.limiter("datacite").acquire().close();
            assertThat(meters.get("limiter.store.away")
                            .tag("contour", "datacite")
                            .gauge()
                            .value())
                    .isZero();
            assertThat(meters.get("limiter.limits.differ").gauge().value()).isZero();

            this.withRedis
                    .withPropertyValues("limiter.contours.datacite.quota=1000/5m")
                    .run(other -> other.getBean(LimiterRegistry.class)
                            .limiter("datacite")
                            .acquire()
                            .close());
            registry.limiter("datacite").acquire().close();
            assertThat(meters.get("limiter.limits.differ").gauge().value()).isEqualTo(1);
        });
    }

    @Test
    void without_micrometer_and_health_nothing_is_missing() {
        this.withRedis
                .withClassLoader(new FilteredClassLoader(MeterBinder.class, HealthIndicator.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean("limiterMeters")
                        .doesNotHaveBean("limiterHealthIndicator"));
    }
}
