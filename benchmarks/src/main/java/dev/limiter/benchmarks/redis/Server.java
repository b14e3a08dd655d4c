package dev.limiter.benchmarks.redis;

import dev.limiter.redis.server.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real redis-server on the loopback, and what it says of itself. */
final class Server implements AutoCloseable {

    private final RedisServer server = RedisServer.start(RedisServer.Version.V7_0);

    private final RedisClient client = RedisClient.create("redis://127.0.0.1:" + this.server.port());

    private final StatefulRedisConnection<String, String> connection = this.client.connect();

    int port() {
        return this.server.port();
    }

    /** What the server itself has counted since it started. */
    Account account() {
        String stats = this.connection.sync().info("commandstats");
        String cpu = this.connection.sync().info("cpu");
        return new Account(
                number(stats, "cmdstat_evalsha:calls=") + number(stats, "cmdstat_eval:calls="),
                number(stats, "cmdstat_evalsha:calls=\\d+,usec=") + number(stats, "cmdstat_eval:calls=\\d+,usec="),
                1e6 * (number(cpu, "used_cpu_user:") + number(cpu, "used_cpu_sys:")));
    }

    private static double number(String info, String name) {
        Matcher matcher = Pattern.compile("(?m)^" + name + "([0-9.]+)").matcher(info);
        return matcher.find() ? Double.parseDouble(matcher.group(1)) : 0;
    }

    /**
     * What scripts and all commands have cost.
     *
     * @param scriptMicros time within scripts
     * @param cpuMicros processor time of the whole server process, what it does for the network included
     */
    record Account(double scriptCalls, double scriptMicros, double cpuMicros) {

        Account since(Account earlier) {
            return new Account(
                    this.scriptCalls - earlier.scriptCalls,
                    this.scriptMicros - earlier.scriptMicros,
                    this.cpuMicros - earlier.cpuMicros);
        }
    }

    void empty() {
        this.connection.sync().flushall();
    }

    String version() {
        Matcher matcher = Pattern.compile("redis_version:(\\S+)")
                .matcher(this.connection.sync().info("server"));
        return matcher.find() ? matcher.group(1) : "?";
    }

    @Override
    public void close() {
        this.connection.close();
        this.client.shutdown(0, 1, TimeUnit.SECONDS);
        this.server.close();
    }
}
