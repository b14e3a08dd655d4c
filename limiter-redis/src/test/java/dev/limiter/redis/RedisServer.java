package dev.limiter.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A real redis-server for a test, on the loopback, with a temporary directory of its own. Stop it with {@link #close()}.
 *
 * <p>It runs under a shell that waits for the end of its standard input, and then kills the server and removes the
 * directory. That end comes when the test closes it, and also when this JVM ends in any way, {@code kill -9} included:
 * no server outlives its test.
 */
final class RedisServer implements AutoCloseable {

    /** Which binary, by the name of the resource that it is in. */
    enum Version {
        V6_2("/redis-server-6.2.6-v5-linux-amd64"),
        V7_0("/redis-server-7.0.15-linux-amd64");

        private final String resource;

        Version(String resource) {
            this.resource = resource;
        }
    }

    private static final String WATCHER = """
            dir="$1"; shift
            "$@" </dev/null >"$dir/log" 2>&1 &
            server=$!
            echo $server
            cat >/dev/null
            kill -9 $server 2>/dev/null
            wait $server 2>/dev/null
            rm -rf -- "$dir"
            """;

    private final Version version;

    private final int port;

    private final List<String> options;

    private final Path directory;

    private final Process watcher;

    private final long pid;

    private RedisServer(Version version, int port, List<String> options) throws IOException {
        this.version = version;
        this.port = port;
        this.options = options;
        this.directory = Files.createTempDirectory("limiter-redis-test");
        this.watcher = watch(command(unpack(version)));
        this.pid = Long.parseLong(this.watcher.inputReader().readLine());
    }

    /** Starts one that keeps nothing on disk; options are as on its command line. */
    static RedisServer start(Version version, String... options) {
        return startOn(version, freePort(), options);
    }

    static RedisServer startOn(Version version, int port, String... options) {
        try {
            RedisServer server = new RedisServer(version, port, List.of(options));
            server.awaitAnswer();
            return server;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static int freePort() {
        // a cluster's nodes also listen 10000 above
        while (true) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                if (socket.getLocalPort() < 50_000) {
                    return socket.getLocalPort();
                }
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }

    private Path unpack(Version version) throws IOException {
        Path binary = this.directory.resolve("redis-server");
        try (InputStream resource = RedisServer.class.getResourceAsStream(version.resource)) {
            if (resource == null) {
                throw new IllegalStateException("no " + version.resource + " on the class path");
            }
            Files.copy(resource, binary);
        }
        if (!binary.toFile().setExecutable(true)) {
            throw new IllegalStateException("cannot make it executable: " + binary);
        }
        return binary;
    }

    private List<String> command(Path binary) throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", WATCHER, "watcher"));
        command.add(this.directory.toString());
        command.add(binary.toString());
        if (this.options.contains("--sentinel")) {
            // a sentinel must have a file, which it rewrites
            Path file = this.directory.resolve("sentinel.conf");
            Files.writeString(file, "", StandardOpenOption.CREATE);
            command.add(file.toString());
        }
        command.addAll(List.of("--port", "" + this.port, "--bind", "127.0.0.1", "--dir", this.directory.toString()));
        if (!this.options.contains("--sentinel")) {
            command.addAll(List.of("--save", "", "--repl-diskless-sync-delay", "0"));
        }
        command.addAll(this.options);
        return command;
    }

    private static Process watch(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private void awaitAnswer() {
        Await.until("an answer of " + this, () -> {
            String answer = Resp.tryAsk(this.port, "PING");
            // one that wants a password is there, too
            return answer != null && !answer.startsWith("LOADING");
        });
    }

    Version version() {
        return this.version;
    }

    int port() {
        return this.port;
    }

    /** Sends a command and returns what it answers, as text. */
    String ask(String... command) {
        return Resp.ask(this.port, command);
    }

    /** As a crash: what it held is gone, what was in flight is never answered. */
    void kill() {
        ProcessHandle.of(this.pid).ifPresent(ProcessHandle::destroyForcibly);
        Await.until("its end", () -> ProcessHandle.of(this.pid).isEmpty() || Resp.tryAsk(this.port, "PING") == null);
    }

    /** Another one, empty, at the same address. */
    RedisServer restart() {
        close();
        return startOn(this.version, this.port, this.options.toArray(String[]::new));
    }

    @Override
    public void close() {
        try {
            this.watcher.getOutputStream().close();
            if (!this.watcher.waitFor(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException(this + " does not end");
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return "Redis " + this.version + " on " + this.port;
    }
}
