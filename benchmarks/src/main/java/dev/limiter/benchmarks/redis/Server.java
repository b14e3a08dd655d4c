package dev.limiter.benchmarks.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real redis-server on the loopback, which keeps nothing on disk. It runs under a shell that waits for the end of its
 * standard input, and so ends with this JVM, however that ends.
 */
final class Server implements AutoCloseable {

    private static final String BINARY = "/redis-server-7.0.15-linux-amd64";

    private static final String WATCHER = """
            dir="$1"; port="$2"
            "$dir/redis-server" --port "$port" --bind 127.0.0.1 --dir "$dir" --save "" </dev/null >"$dir/log" 2>&1 &
            server=$!
            cat >/dev/null
            kill -9 $server 2>/dev/null
            wait $server 2>/dev/null
            rm -rf -- "$dir"
            """;

    private final int port;

    private final Process watcher;

    private final RedisClient client;

    private final StatefulRedisConnection<String, String> connection;

    private Server(int port, Process watcher) throws InterruptedException {
        this.port = port;
        this.watcher = watcher;
        this.client = RedisClient.create("redis://127.0.0.1:" + port);
        this.connection = connect();
    }

    static Server start() throws IOException, InterruptedException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Path directory = Files.createTempDirectory("limiter-benchmark");
        Path binary = directory.resolve("redis-server");
        try (InputStream resource = Server.class.getResourceAsStream(BINARY)) {
            if (resource == null) {
                throw new IllegalStateException("no " + BINARY + " on the class path");
            }
            Files.copy(resource, binary);
        }
        if (!binary.toFile().setExecutable(true)) {
            throw new IllegalStateException("cannot make it executable: " + binary);
        }
        Process watcher = new ProcessBuilder("/bin/sh", "-c", WATCHER, "watcher", directory.toString(), "" + port)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new Server(port, watcher);
    }

    private StatefulRedisConnection<String, String> connect() throws InterruptedException {
        for (int attempt = 0; ; attempt++) {
            try {
                return this.client.connect();
            } catch (RuntimeException ex) {
                if (attempt == 100) {
                    throw ex;
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
    }

    int port() {
        return this.port;
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
    public void close() throws IOException, InterruptedException {
        this.connection.close();
        this.client.shutdown(0, 1, TimeUnit.SECONDS);
        this.watcher.getOutputStream().close();
        this.watcher.waitFor(10, TimeUnit.SECONDS);
    }
}
