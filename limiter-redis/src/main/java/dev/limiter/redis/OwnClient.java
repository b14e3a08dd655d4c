package dev.limiter.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ReflectionUtils;

/**
 * A Lettuce client of our own, made from the application's connection settings: the same servers, credentials and TLS,
 * but our own threads, codec and rules. No command is sent a second time after a connection was lost, for a script that
 * runs twice charges twice; and while there is no connection, commands fail at once.
 */
final class OwnClient implements AutoCloseable {

    /** Of the application's factory; private there. */
    static final String SETTINGS_FIELD = "configuration";

    private static final ByteArrayCodec CODEC = ByteArrayCodec.INSTANCE;

    /** For the handshake; a script call has a time-out of its own. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

    private static final Duration REFRESH = Duration.ofSeconds(5);

    private static final Duration REFRESH_AT_MOST_EVERY = Duration.ofMillis(500);

    private final ClientResources resources;

    private final LettuceConnectionFactory factory;

    private final boolean cluster;

    private OwnClient(LettuceConnectionFactory settings, Duration reconnectDelay) {
        this.cluster = settings.isClusterAware();
        this.resources = resources(settings.getClientConfiguration(), reconnectDelay);
        this.factory = new LettuceConnectionFactory(configuration(settings), client(settings.getClientConfiguration()));
        this.factory.afterPropertiesSet();
        this.factory.start();
    }

    /**
     * @param settings the application's, which is left alone
     * @throws IllegalArgumentException where it is not Lettuce's, or has a fixed list of a master and its replicas
     */
    static OwnClient like(RedisConnectionFactory settings, Duration reconnectDelay) {
        if (settings instanceof LettuceConnectionFactory lettuce) {
            refuseFixedReplicas(lettuce);
            return new OwnClient(lettuce, reconnectDelay);
        }
        throw new IllegalArgumentException(
                "the limiter's Redis store needs Lettuce, but the application's RedisConnectionFactory is a %s: add io.lettuce:lettuce-core and use a LettuceConnectionFactory, or write limiter.store=memory (one process)"
                        .formatted(settings.getClass().getName()));
    }

    /** The factory shows each other kind of settings. Of these it would show a server that nobody has named. */
    private static void refuseFixedReplicas(LettuceConnectionFactory settings) {
        Field field = ReflectionUtils.findField(LettuceConnectionFactory.class, SETTINGS_FIELD);
        if (field == null) {
            return;
        }
        ReflectionUtils.makeAccessible(field);
        if (ReflectionUtils.getField(field, settings) instanceof RedisStaticMasterReplicaConfiguration) {
            throw new IllegalArgumentException(
                    "the limiter's Redis store cannot follow a fixed list of a master and its replicas: use Sentinel or Cluster for failover, or a second LettuceConnectionFactory for the master alone");
        }
    }

    private static RedisConfiguration configuration(LettuceConnectionFactory settings) {
        return Stream.<RedisConfiguration>of(
                        settings.getClusterConfiguration(),
                        settings.getSentinelConfiguration(),
                        settings.getSocketConfiguration(),
                        settings.getStandaloneConfiguration())
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    private static ClientResources resources(LettuceClientConfiguration settings, Duration reconnectDelay) {
        DefaultClientResources.Builder builder = DefaultClientResources.builder()
                .ioThreadPoolSize(2)
                .computationThreadPoolSize(2)
                .reconnectDelay(Delay.constant(reconnectDelay));
        settings.getClientResources()
                .ifPresent(application -> builder.socketAddressResolver(application.socketAddressResolver())
                        .addressResolverGroup(application.addressResolverGroup()));
        return builder.build();
    }

    private LettuceClientConfiguration client(LettuceClientConfiguration settings) {
        LettuceClientConfiguration.LettuceClientConfigurationBuilder builder = LettuceClientConfiguration.builder()
                .clientResources(this.resources)
                .clientOptions(options(settings.getClientOptions().orElseGet(ClientOptions::create)))
                .commandTimeout(CONNECT_TIMEOUT)
                .shutdownQuietPeriod(Duration.ZERO)
                .clientName(settings.getClientName().orElse("limiter"));
        settings.getRedisCredentialsProviderFactory().ifPresent(builder::redisCredentialsProviderFactory);
        if (settings.isUseSsl()) {
            LettuceClientConfiguration.LettuceSslClientConfigurationBuilder ssl =
                    builder.useSsl().verifyPeer(settings.getVerifyMode());
            if (settings.isStartTls()) {
                ssl.startTls();
            }
        }
        return builder.build();
    }

    private ClientOptions options(ClientOptions settings) {
        TimeoutOptions none = TimeoutOptions.builder().timeoutCommands(false).build();
        SocketOptions socket = settings.getSocketOptions()
                .mutate()
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
        if (!this.cluster) {
            // RedisLink connects again; what was in flight has failed by then
            return settings.mutate()
                    .autoReconnect(false)
                    .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                    .timeoutOptions(none)
                    .socketOptions(socket)
                    .build();
        }
        ClusterClientOptions.Builder builder = (settings instanceof ClusterClientOptions clusterSettings)
                ? clusterSettings.mutate()
                : ClusterClientOptions.builder(settings);
        builder.topologyRefreshOptions(topologyRefresh());
        builder.autoReconnect(true).replayFilter(command -> true);
        builder.disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS);
        builder.timeoutOptions(none).socketOptions(socket);
        return builder.build();
    }

    /** Lettuce 7 has all triggers enabled, and the call for it deprecated; Lettuce 6 has none. */
    @SuppressWarnings("deprecation")
    private static ClusterTopologyRefreshOptions topologyRefresh() {
        return ClusterTopologyRefreshOptions.builder()
                .enablePeriodicRefresh(REFRESH)
                .enableAllAdaptiveRefreshTriggers()
                .adaptiveRefreshTriggersTimeout(REFRESH_AT_MOST_EVERY)
                .build();
    }

    /** A connection, and how commands are given to it. */
    record Line(StatefulConnection<byte[], byte[]> connection, RedisClusterAsyncCommands<byte[], byte[]> commands) {}

    boolean isCluster() {
        return this.cluster;
    }

    /** Blocks until it is connected, for about a second at most. */
    Line connect() {
        AbstractRedisClient client = this.factory.getRequiredNativeClient();
        if (client instanceof RedisClusterClient clusterClient) {
            StatefulRedisClusterConnection<byte[], byte[]> connection = clusterClient.connect(CODEC);
            return new Line(connection, connection.async());
        }
        StatefulRedisConnection<byte[], byte[]> connection = ((RedisClient) client).connect(CODEC);
        return new Line(connection, connection.async());
    }

    /** As {@link #connect()}, to listen. */
    StatefulRedisPubSubConnection<byte[], byte[]> connectToListen() {
        AbstractRedisClient client = this.factory.getRequiredNativeClient();
        return (client instanceof RedisClusterClient clusterClient)
                ? clusterClient.connectPubSub(CODEC)
                : ((RedisClient) client).connectPubSub(CODEC);
    }

    @Override
    public void close() {
        this.factory.destroy();
        this.resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2_000);
    }
}
