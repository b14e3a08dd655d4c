package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.OperationState;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.LimitsChange;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.StoreListener;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import io.lettuce.core.RedisException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.JdkSerializationRedisSerializer;

/** Who may connect, with what rights, and what is then seen in Redis. */
class AccessTests {

    private final Bucket bucket = Taken.bucket("access", "10/s", 10);

    private static LettuceConnectionFactory settings(RedisServer server, String user, String password) {
        RedisStandaloneConfiguration settings = new RedisStandaloneConfiguration("127.0.0.1", server.port());
        settings.setUsername(user);
        settings.setPassword(password);
        return new LettuceConnectionFactory(settings);
    }

    private static void createUser(RedisServer server, String password) {
        List<String> command = new ArrayList<>(List.of("ACL", "SETUSER", "limiter", "on", ">" + password));
        command.addAll(LeastPrivilege.rules());
        assertThat(server.ask(command.toArray(String[]::new))).isEqualTo("OK");
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void a_user_with_the_least_rights_is_enough(Version version) {
        try (RedisServer server = RedisServer.start(version)) {
            createUser(server, "secret");
            try (RedisBucketStore store = new RedisBucketStore(settings(server, "limiter", "secret"))) {
                Await.until("a connection", store::isConnected);
                Taken.slot(store, this.bucket);
                server.ask("SCRIPT", "FLUSH");
                Taken.slot(store, this.bucket);
                Taken.pauseContour(store, this.bucket, Duration.ofSeconds(1));
                Await.until("the channel", () -> store.hearsOfPauses("access"));
                assertThat(server.ask("ACL", "LOG")).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void a_user_with_the_least_rights_claims_and_settles_operations(Version version) {
        try (RedisServer server = RedisServer.start(version)) {
            createUser(server, "secret");
            try (RedisBucketStore store = new RedisBucketStore(settings(server, "limiter", "secret"))) {
                Await.until("a connection", store::isConnected);
                RedisOperationStore operations = store.operations();
                Duration day = Duration.ofDays(1);
                assertThat(Taken.await(operations.claim("access", "order-1", "one", day))
                                .claimed())
                        .isTrue();
                server.ask("SCRIPT", "FLUSH");
                assertThat(Taken.await(operations.release("access", "order-1", "one")))
                        .isTrue();
                assertThat(Taken.await(operations.done("access", "order-1", day)))
                        .isNull();
                assertThat(Taken.await(operations.find("access", "order-1"))).isInstanceOf(OperationState.Done.class);
                assertThat(Taken.await(operations.release("access", "order-1"))).isTrue();
                assertThat(server.ask("ACL", "LOG")).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void a_user_with_the_least_rights_changes_limits_and_hears_of_it(Version version) throws InterruptedException {
        try (RedisServer server = RedisServer.start(version)) {
            createUser(server, "secret");
            try (RedisBucketStore store = new RedisBucketStore(settings(server, "limiter", "secret"));
                    RedisBucketStore other = new RedisBucketStore(settings(server, "limiter", "secret"))) {
                Await.until("connections", () -> store.isConnected() && other.isConnected());
                BlockingQueue<LimitsChange> told = new LinkedBlockingQueue<>();
                other.addListener(listener(told));
                other.followLimits("access");
                Await.until("the channel", () -> other.hearsOfPauses("access"));
                LimitsChange change = Taken.await(store.changeLimits("access", List.of(Limit.of(Rate.parse("7/m")))));
                assertThat(told.poll(10, TimeUnit.SECONDS)).isEqualTo(change);
                assertThat(server.ask("ACL", "LOG")).isEmpty();
            }
        }
    }

    /** It learns of a change at its calls. */
    @Test
    void a_user_who_may_not_listen_reads_changed_limits_when_it_uses_the_contour() {
        try (RedisServer server = RedisServer.start(Version.V7_0)) {
            createUser(server, "secret");
            server.ask("ACL", "SETUSER", "limiter", "-publish", "-subscribe");
            try (RedisBucketStore store = new RedisBucketStore(settings(server, "limiter", "secret"));
                    RedisBucketStore other = new RedisBucketStore(settings(server, "limiter", "secret"))) {
                Await.until("connections", () -> store.isConnected() && other.isConnected());
                BlockingQueue<LimitsChange> told = new LinkedBlockingQueue<>();
                other.addListener(listener(told));
                other.followLimits("access");
                LimitsChange change = Taken.await(store.changeLimits("access", List.of(Limit.of(Rate.parse("7/m")))));
                Await.until("the change", () -> {
                    Taken.slot(other, this.bucket);
                    return told.contains(change);
                });
            }
        }
    }

    private static StoreListener listener(BlockingQueue<LimitsChange> told) {
        return new StoreListener() {
            @Override
            public void paused(String contour, @Nullable String key, Pause pause) {}

            @Override
            public void limitsChanged(String contour, LimitsChange change) {
                told.add(change);
            }
        };
    }

    @Test
    void a_user_who_may_not_publish_still_pauses_and_is_known_not_to_hear() {
        try (RedisServer server = RedisServer.start(Version.V7_0)) {
            createUser(server, "secret");
            server.ask("ACL", "SETUSER", "limiter", "-publish", "-subscribe");
            try (RedisBucketStore store = new RedisBucketStore(settings(server, "limiter", "secret"))) {
                Await.until("a connection", store::isConnected);
                long until =
                        Taken.pause(store, this.bucket, Duration.ofSeconds(30)).until();
                assertThat(Taken.slot(store, this.bucket).at()).isGreaterThan(until);
                assertThat(store.hearsOfPauses("access")).isFalse();
            }
        }
    }

    @Test
    void p62_a_wrong_password_is_a_failed_call_and_never_a_permit() {
        try (RedisServer server = RedisServer.start(Version.V7_0, "--requirepass", "right");
                RedisBucketStore store = new RedisBucketStore(settings(server, "", "wrong"))) {
            assertThat(Taken.fails(store.book(this.bucket, Ask.one(1, Long.MAX_VALUE))))
                    .isTrue();
            assertThat(store.isConnected()).isFalse();
        }
    }

    @Test
    void p62_without_the_right_to_run_scripts_every_call_fails() {
        try (RedisServer server = RedisServer.start(Version.V7_0)) {
            createUser(server, "secret");
            server.ask("ACL", "SETUSER", "limiter", "-eval", "-evalsha");
            try (RedisBucketStore store = new RedisBucketStore(settings(server, "limiter", "secret"))) {
                Await.until("a connection", store::isConnected);
                assertThatThrownBy(() -> store.book(this.bucket, Ask.one(1, Long.MAX_VALUE))
                                .toCompletableFuture()
                                .get())
                        .hasMessageContaining("NOPERM");
            }
        }
    }

    @Test
    void p91_the_applications_serializers_change_nothing_and_names_are_readable() {
        try (RedisServer server = RedisServer.start(Version.V7_0)) {
            LettuceConnectionFactory application = TestLink.settings(server);
            application.afterPropertiesSet();
            application.start();
            RedisTemplate<Object, Object> template = new RedisTemplate<>();
            template.setConnectionFactory(application);
            template.setDefaultSerializer(new JdkSerializationRedisSerializer());
            template.afterPropertiesSet();
            template.opsForValue().set("theirs", 120);
            Bucket keyed = Bucket.of(Taken.contour("p91", "10/s", 10).build(), "tenant 7/é{x}");
            try (RedisBucketStore store = new RedisBucketStore(application)) {
                Await.until("a connection", store::isConnected);
                Taken.slot(store, keyed);
                Taken.pauseContour(store, keyed, Duration.ofSeconds(1));
                assertThat(server.ask("KEYS", "limiter:*").lines())
                        .containsExactlyInAnyOrder(
                                "limiter:{p91}:bucket:tenant%207%2F%u00E9%7Bx%7D", "limiter:{p91}:pause");
            }
            assertThat(template.opsForValue().get("theirs")).isEqualTo(120);
            application.destroy();
        }
    }

    @Test
    void p60_another_driver_is_refused_with_a_sentence() {
        RedisConnectionFactory another = (RedisConnectionFactory) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RedisConnectionFactory.class}, (proxy, method, args) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RedisBucketStore(another))
                .withMessageContaining("needs Lettuce")
                .withMessageContaining("limiter.store=memory");
    }

    @Test
    void p59_a_server_that_is_too_old_is_named() {
        assertThatThrownBy(() -> ServerIdentity.checkVersion("# Server\r\nredis_version:5.0.14\r\n"))
                .isInstanceOf(RedisException.class)
                .hasMessageContaining("needs Redis 6.2 or later")
                .hasMessageContaining("5.0.14");
        assertThatThrownBy(() -> ServerIdentity.checkVersion("redis_version:6.0.20"))
                .isInstanceOf(RedisException.class);
        ServerIdentity.checkVersion("redis_version:6.2.0\r\n");
        ServerIdentity.checkVersion("redis_version:7.2.4\r\nserver_name:valkey\r\n");
        ServerIdentity.checkVersion("");
    }

    @Test
    void a_fixed_list_of_a_master_and_its_replicas_is_refused_and_not_taken_for_another_server() {
        RedisStaticMasterReplicaConfiguration fixed = new RedisStaticMasterReplicaConfiguration("127.0.0.1", 7000);
        fixed.addNode("127.0.0.1", 7001);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RedisBucketStore(new LettuceConnectionFactory(fixed)))
                .withMessageContaining("fixed list of a master and its replicas")
                .withMessageContaining("Sentinel");
    }
}
