package dev.limiter.sample.process;

import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The Redis that worker processes share: one that runs somewhere, or one that is started for them and ends with them. */
public final class SharedRedis implements AutoCloseable {

    private static final Version VERSION = Version.V7_0;
    private static final Duration AWAY = Duration.ofMillis(500);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** As Spring Boot reads it from the environment: an address may hold a password, and arguments can be listed. */
    private static final String URL = "SPRING_DATA_REDIS_URL";

    private static final int DEFAULT_PORT = 6379;
    private static final int PATIENCE_MILLIS = 2_000;

    private final String url;
    private @Nullable RedisServer server;

    private SharedRedis(String url, @Nullable RedisServer server) {
        this.url = url;
        this.server = server;
    }

    /** Whether one can be started on this machine. */
    public static boolean isShipped() {
        return VERSION.isShipped();
    }

    /** Starts one, on a loopback port. */
    public static SharedRedis start() {
        RedisServer server = RedisServer.start(VERSION);
        return new SharedRedis("redis://127.0.0.1:" + server.port(), server);
    }

    /** One that runs at this address, and stays as it is. */
    public static SharedRedis at(String url) {
        return new SharedRedis(url, null);
    }

    /** Whether somebody listens at its address. */
    public boolean isThere() {
        URI address = URI.create(this.url);
        int port = (address.getPort() >= 0) ? address.getPort() : DEFAULT_PORT;
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address.getHost(), port), PATIENCE_MILLIS);
            return true;
        } catch (IOException ex) {
            return false;
        }
    }

    /** Whether it was started here, so that something may befall it. */
    public synchronized boolean isOurs() {
        return this.server != null;
    }

    /** As a crash, where it was started here. */
    public void kill() {
        ours().kill();
    }

    /** Another one, empty, at the same address. */
    public synchronized void startAgain() {
        this.server = ours().restart();
    }

    private synchronized RedisServer ours() {
        if (this.server == null) {
            throw new IllegalStateException("It is somebody else's Redis");
        }
        return this.server;
    }

    /** Does it to the server, which must be one that was started here; returns when that is over. */
    public synchronized void befall(Chaos chaos) {
        RedisServer victim = ours();
        switch (chaos) {
            case KILL_REDIS -> {
                kill();
                LockSupport.parkNanos(AWAY.toNanos());
                startAgain();
            }
            case FLUSH -> victim.ask("FLUSHALL");
            case PAUSE -> {
                victim.ask("CLIENT", "PAUSE", Long.toString(PAUSE.toMillis()));
                // is answered when it is over
                victim.ask("PING");
            }
        }
    }

    /** Its address, which may hold a password. */
    public String url() {
        return this.url;
    }

    /** By which a worker process is told of it. */
    Map<String, String> environment() {
        return Map.of(URL, this.url);
    }

    @Override
    public synchronized void close() {
        RedisServer ours = this.server;
        if (ours != null) {
            ours.close();
        }
    }
}
