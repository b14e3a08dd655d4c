package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.operation.OperationStore;
import dev.limiter.operation.OperationStoreContract;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The contract on the real script, in the server's time: two processes, and each claim is seen by the other. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OperationContractOnRedis extends OperationStoreContract {

    private static final Duration DAY = Duration.ofHours(24);

    private static final Duration PATIENT = Duration.ofSeconds(10);

    private final RedisServer server;

    private final RedisBucketStore one;

    private final RedisBucketStore other;

    OperationContractOnRedis(Version version) {
        this.server = RedisServer.start(version);
        this.one = new RedisBucketStore(TestLink.settings(this.server), PATIENT);
        this.other = new RedisBucketStore(TestLink.settings(this.server), PATIENT);
        Await.until("connections", () -> this.one.isConnected() && this.other.isConnected());
    }

    @BeforeEach
    void empty() {
        this.server.ask("FLUSHALL");
    }

    @AfterAll
    void stop() {
        this.one.close();
        this.other.close();
        this.server.close();
    }

    @Override
    protected OperationStore store() {
        return this.one.operations();
    }

    @Override
    protected OperationStore another() {
        return this.other.operations();
    }

    @Override
    protected void pass(Duration time) {
        Instant end = now().plus(time).plusMillis(1);
        Await.until("the server's clock", () -> now().isAfter(end));
    }

    @Override
    protected Instant now() {
        String[] time = this.server.ask("TIME").split("\n");
        return Instant.ofEpochSecond(Long.parseLong(time[0]), 1_000L * Long.parseLong(time[1]));
    }

    @Override
    protected Duration slack() {
        return Duration.ofMillis(1);
    }

    @Test
    void a_value_is_short_and_leaves_by_itself() {
        Taken.await(store().claim("shop", "order-1", "0e984725-c51c-4bf4-9960-e1c80e27aba0", DAY));
        assertThat(this.server.ask("KEYS", "*")).isEqualTo("limiter:{shop}:operation:order-1");
        assertThat(number("STRLEN", "limiter:{shop}:operation:order-1")).isLessThan(80);
        assertThat(number("PTTL", "limiter:{shop}:operation:order-1"))
                .isBetween(DAY.minusSeconds(20).toMillis(), DAY.toMillis());

        Taken.await(store().done("shop", "order-1", DAY.multipliedBy(2)));
        assertThat(number("STRLEN", "limiter:{shop}:operation:order-1")).isLessThan(40);
        assertThat(number("PTTL", "limiter:{shop}:operation:order-1"))
                .isBetween(
                        DAY.multipliedBy(2).minusSeconds(20).toMillis(),
                        DAY.multipliedBy(2).toMillis());

        Taken.await(store().release("shop", "order-1"));
        assertThat(this.server.ask("DBSIZE")).isEqualTo("0");
    }

    @Test
    void a_value_that_is_not_ours_is_never_taken_for_permission_and_is_settled_by_hand() {
        this.server.ask("SET", "limiter:{shop}:operation:order-1", "in-flight of somebody");
        assertThatThrownBy(() -> Taken.await(store().claim("shop", "order-1", "one", DAY)))
                .hasStackTraceContaining("not ours: 'in-flight of somebody'");
        assertThat(this.one.isReachable("shop")).isTrue();
        assertThat(Taken.await(store().release("shop", "order-1"))).isTrue();
        assertThat(Taken.await(store().claim("shop", "order-1", "one", DAY)).claimed())
                .isTrue();
    }

    @Test
    void p46_an_emptied_script_cache_fails_nobody_and_runs_nothing_twice() {
        Taken.await(store().find("shop", "order-1"));
        this.server.ask("SCRIPT", "FLUSH");
        this.server.ask("CONFIG", "RESETSTAT");
        assertThat(Taken.await(store().claim("shop", "order-1", "one", DAY)).claimed())
                .isTrue();
        assertThat(Taken.await(store().claim("shop", "order-1", "two", DAY)).claimed())
                .isFalse();
        assertThat(ScriptCacheTests.calls(this.server, "eval")).isEqualTo(1);
        assertThat(ScriptCacheTests.calls(this.server, "evalsha")).isEqualTo(2);
        assertThat(ScriptCacheTests.calls(this.server, "set")).isEqualTo(1);
    }

    private long number(String... command) {
        return Long.parseLong(this.server.ask(command));
    }
}
