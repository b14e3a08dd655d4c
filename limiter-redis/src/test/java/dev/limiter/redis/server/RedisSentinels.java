package dev.limiter.redis.server;

import dev.limiter.redis.server.RedisServer.Version;
import java.util.ArrayList;
import java.util.List;

/** A master, a replica, and three sentinels that watch them under the name {@value #MASTER}. */
public final class RedisSentinels implements AutoCloseable {

    public static final String MASTER = "limits";

    private final RedisServer master;

    private final RedisServer replica;

    private final List<RedisServer> sentinels = new ArrayList<>();

    private RedisSentinels(Version version) {
        this.master = RedisServer.start(version);
        this.replica = RedisServer.start(version, "--replicaof", "127.0.0.1", "" + this.master.port());
        for (int i = 0; i < 3; i++) {
            RedisServer sentinel = RedisServer.start(version, "--sentinel");
            sentinel.ask("SENTINEL", "MONITOR", MASTER, "127.0.0.1", "" + this.master.port(), "2");
            sentinel.ask("SENTINEL", "SET", MASTER, "down-after-milliseconds", "1000");
            sentinel.ask("SENTINEL", "SET", MASTER, "failover-timeout", "3000");
            this.sentinels.add(sentinel);
        }
        Await.until("the sentinels", () -> this.sentinels.stream().allMatch(RedisSentinels::isReady));
    }

    private static boolean isReady(RedisServer sentinel) {
        String info = sentinel.ask("INFO", "sentinel");
        return info.contains("slaves=1,sentinels=3");
    }

    public static RedisSentinels start(Version version) {
        return new RedisSentinels(version);
    }

    public RedisServer master() {
        return this.master;
    }

    public RedisServer replica() {
        return this.replica;
    }

    public List<RedisServer> sentinels() {
        return this.sentinels;
    }

    @Override
    public void close() {
        this.sentinels.forEach(RedisServer::close);
        this.replica.close();
        this.master.close();
    }
}
