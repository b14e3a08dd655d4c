package dev.limiter.redis;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Our two connections, one to ask and one to listen, which come back when they are lost. Nobody waits for them: while
 * there is none, commands fail at once. Safe for use by many threads.
 */
final class RedisLink implements AutoCloseable {

    static final Duration RECONNECT_DELAY = Duration.ofMillis(50);

    private static final Logger logger = LoggerFactory.getLogger(RedisLink.class);

    private final OwnClient client;

    /** Connects, and so may be blocked for a second. */
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread daemon = new Thread(task, "limiter-redis");
        daemon.setDaemon(true);
        return daemon;
    });

    private final List<Consumer<StatefulRedisPubSubConnection<byte[], byte[]>>> listening =
            new CopyOnWriteArrayList<>();

    private final List<Watcher> watchers = new CopyOnWriteArrayList<>();

    private final ServerIdentity identity = new ServerIdentity();

    private volatile OwnClient.@Nullable Line line;

    private volatile @Nullable StatefulRedisPubSubConnection<byte[], byte[]> ear;

    private volatile @Nullable Throwable reason;

    private @Nullable Throwable earReason;

    private volatile boolean closed;

    private final Silence silence = new Silence();

    private RedisLink(OwnClient client) {
        this.client = client;
    }

    /** Connects, and goes on trying where that fails: the first try is waited for, for two seconds at most. */
    static RedisLink open(OwnClient client) {
        RedisLink link = new RedisLink(client);
        Future<?> first = link.thread.submit(link::connect);
        try {
            first.get(2, TimeUnit.SECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException ex) {
            logger.debug("not connected yet", ex);
        }
        return link;
    }

    /** Is told that commands can be given, or not. Must not block. */
    interface Watcher {

        void connected();

        void lost();
    }

    void watch(Watcher watcher) {
        this.watchers.add(watcher);
    }

    void watchNoMore(Watcher watcher) {
        this.watchers.remove(watcher);
    }

    /** Hands over the connection to listen, and each that takes its place. */
    void whenListening(Consumer<StatefulRedisPubSubConnection<byte[], byte[]>> each) {
        this.thread.execute(() -> {
            this.listening.add(each);
            StatefulRedisPubSubConnection<byte[], byte[]> connection = this.ear;
            if (connection != null) {
                each.accept(connection);
            }
        });
    }

    void stopListening(Consumer<StatefulRedisPubSubConnection<byte[], byte[]>> each) {
        this.listening.remove(each);
    }

    ScheduledFuture<?> every(Duration interval, Runnable task) {
        return this.thread.scheduleWithFixedDelay(task, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * How to give commands.
     *
     * @throws RedisException while there is no connection, or none to a server that we know how to use
     */
    RedisClusterAsyncCommands<byte[], byte[]> commands() {
        OwnClient.Line current = this.line;
        if (current == null) {
            throw new RedisException("not connected to Redis", this.reason);
        }
        return current.commands();
    }

    boolean isConnected() {
        return this.line != null;
    }

    /** Grows whenever another server process is reached than before; in a cluster it stays the same. */
    int server() {
        return this.identity.generation();
    }

    ServerIdentity identity() {
        return this.identity;
    }

    @Nullable
    StatefulRedisPubSubConnection<byte[], byte[]> ear() {
        return this.ear;
    }

    private void connect() {
        if (this.closed) {
            return;
        }
        this.reason = (this.line == null) ? attempt(this::connectToAsk, this.reason, "no connection to Redis") : null;
        this.earReason = (this.ear == null)
                ? attempt(this::connectToListen, this.earReason, "no connection to Redis to listen")
                : null;
        if (this.reason != null || this.earReason != null) {
            later();
        }
    }

    /** Why it failed; {@code null} where it did not. What goes on is not said again. */
    private static @Nullable Throwable attempt(Runnable step, @Nullable Throwable before, String what) {
        try {
            step.run();
            return null;
        } catch (RuntimeException | Error ex) {
            if (before == null) {
                logger.warn("{}: {}", what, ex.toString());
            }
            return ex;
        }
    }

    private void connectToAsk() {
        OwnClient.Line next = this.client.connect();
        try {
            this.identity.check(next.commands(), this.client.isCluster());
        } catch (RuntimeException ex) {
            close(next.connection());
            throw ex;
        }
        this.silence.ends();
        this.line = next;
        whenLost(next.connection(), () -> {
            if (next.equals(this.line)) {
                lineLost();
            }
        });
        if (this.reason != null) {
            logger.info("connected to Redis again");
        }
        if (!next.connection().isOpen() && !this.client.isCluster()) {
            lineLost();
            later();
        } else {
            this.watchers.forEach(Watcher::connected);
        }
    }

    private void lineLost() {
        this.line = null;
        this.watchers.forEach(Watcher::lost);
    }

    private void connectToListen() {
        StatefulRedisPubSubConnection<byte[], byte[]> next = this.client.connectToListen();
        this.ear = next;
        this.listening.forEach(each -> each.accept(next));
        whenLost(next, () -> {
            if (next.equals(this.ear)) {
                this.ear = null;
            }
        });
        if (!next.isOpen() && !this.client.isCluster()) {
            this.ear = null;
            later();
        }
    }

    private void whenLost(StatefulConnection<byte[], byte[]> connection, Runnable forget) {
        if (this.client.isCluster()) {
            // a cluster's connections are many, and come back by themselves
            return;
        }
        connection.addListener(new RedisConnectionStateListener() {
            @Override
            public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
                forget.run();
                later();
            }
        });
    }

    private static void close(StatefulConnection<byte[], byte[]> connection) {
        CompletableFuture<Void> unused = connection.closeAsync();
    }

    private void later() {
        if (!this.closed) {
            try {
                Future<?> unused =
                        this.thread.schedule(this::connect, RECONNECT_DELAY.toMillis(), TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException ex) {
                logger.debug("closed meanwhile", ex);
            }
        }
    }

    /** The server is not the one to ask any more, or does not answer: finds it anew. */
    void reconnect(String why) {
        OwnClient.Line current = this.line;
        if (current != null && !this.client.isCluster() && !this.closed) {
            logger.warn("connecting to Redis anew: {}", why);
            lineLost();
            close(current.connection());
            later();
        }
    }

    /** A master that has become a replica keeps its connections: the address may lead to another one by now. */
    void leaveReplica(@Nullable Throwable failure) {
        String message = (failure != null) ? String.valueOf(failure.getMessage()) : "";
        // Redis 6.2 has it in the middle of the message
        if (message.contains("READONLY") || message.contains("MASTERDOWN")) {
            reconnect("it is a replica now");
        }
    }

    /** One more question is on its way: a connection that has not answered those before it is given up. */
    void expect(CompletionStage<Long> answer) {
        if (this.silence.isTooLong()) {
            reconnect("it has not answered for 2 s");
        }
        answer.whenComplete((done, failure) -> this.silence.ends());
    }

    /** The connection to listen hears nothing any more. */
    void listenAnew() {
        StatefulRedisPubSubConnection<byte[], byte[]> current = this.ear;
        if (current != null && !this.closed) {
            this.ear = null;
            close(current);
            later();
        }
    }

    @Override
    public void close() {
        this.closed = true;
        this.thread.shutdownNow();
        this.line = null;
        this.ear = null;
        this.client.close();
    }
}
