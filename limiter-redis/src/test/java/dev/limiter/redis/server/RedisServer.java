package dev.limiter.redis.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A real redis-server on the loopback, with a temporary directory of its own. Stop it with {@link #close()}.
 *
 * <p>It runs under a shell that waits for the end of its standard input, and then kills the server and removes the
 * directory. That end comes when the server is closed, and also when this JVM ends in any way, {@code kill -9} included:
 * no server outlives who started it.
 */
public final class RedisServer implements AutoCloseable {

    /** Which binary, by the beginning of the name of the resource that it is in; it goes on with the platform. */
    public enum Version {
        V6_2("6.2.6-v5", "6.2.7"),
        V7_0("7.0.15");

        private final List<String> numbers;

        Version(String... numbers) {
            this.numbers = List.of(numbers);
        }

        /** Whether a binary for this machine is on the class path, and a shell to run it under. */
        public boolean isShipped() {
            return resource().isPresent() && Files.isExecutable(SHELL);
        }

        private Optional<URL> resource() {
            return this.numbers.stream()
                    .map(number -> RedisServer.class.getResource("/redis-server-" + number + "-" + platform()))
                    .filter(Objects::nonNull)
                    .findFirst();
        }
    }

    private static final Path SHELL = Path.of("/bin/sh");

    /** What a terminal sends to all that runs in it ends the JVM, and thereby the rest in its order. */
    private static final String WATCHER = """
            trap '' HUP INT TERM
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
        this.directory = Files.createTempDirectory("limiter-redis-server");
        this.watcher = watch(command(unpack(version)));
        this.pid = Long.parseLong(this.watcher.inputReader().readLine());
    }

    /** Starts one that keeps nothing on disk; options are as on its command line. */
    public static RedisServer start(Version version, String... options) {
        return startOn(version, freePort(), options);
    }

    /** Likewise, at a port that was used before, or is kept for it. */
    public static RedisServer startOn(Version version, int port, String... options) {
        try {
            RedisServer server = new RedisServer(version, port, List.of(options));
            try {
                server.awaitAnswer();
                return server;
            } catch (IllegalStateException ex) {
                server.close();
                throw ex;
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** A port that is free now; 10000 above it there is one too, where a cluster's node listens as well. */
    public static int freePort() {
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
        URL resource = version.resource()
                .orElseThrow(() -> new IllegalStateException(
                        "no redis-server of " + version + " for " + platform() + " on the class path"));
        Path binary = this.directory.resolve("redis-server");
        try (InputStream content = resource.openStream()) {
            Files.copy(content, binary);
        }
        if (!binary.toFile().setExecutable(true)) {
            throw new IllegalStateException("cannot make it executable: " + binary);
        }
        return binary;
    }

    private static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : "linux";
        String processor = System.getProperty("os.arch");
        return switch (processor) {
            case "x86_64" -> system + "-amd64";
            case "aarch64" -> system + "-arm64";
            case "i386" -> system + "-386";
            default -> system + "-" + processor;
        };
    }

    private List<String> command(Path binary) throws IOException {
        List<String> command = new ArrayList<>(List.of(SHELL.toString(), "-c", WATCHER, "watcher"));
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
            if (ProcessHandle.of(this.pid).isEmpty()) {
                throw new IllegalStateException(this + " ended at once: " + log());
            }
            String answer = Resp.tryAsk(this.port, "PING");
            // one that wants a password is there, too
            return answer != null && !answer.startsWith("LOADING");
        });
    }

    private String log() {
        try {
            return Files.readString(this.directory.resolve("log"), StandardCharsets.UTF_8)
                    .strip();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    public Version version() {
        return this.version;
    }

    public int port() {
        return this.port;
    }

    /** Sends a command and returns what it answers, as text. */
    public String ask(String... command) {
        return Resp.ask(this.port, command);
    }

    /** As a crash: what it held is gone, what was in flight is never answered. */
    public void kill() {
        ProcessHandle.of(this.pid).ifPresent(ProcessHandle::destroyForcibly);
        Await.until("its end", () -> ProcessHandle.of(this.pid).isEmpty() || Resp.tryAsk(this.port, "PING") == null);
    }

    /** Another one, empty, at the same address. */
    public RedisServer restart() {
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
