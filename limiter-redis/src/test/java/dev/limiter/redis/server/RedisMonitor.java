package dev.limiter.redis.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down each command that a server executes, as {@code MONITOR} shows it. */
public final class RedisMonitor implements AutoCloseable {

    private final int port;

    private final Socket socket;

    private final BufferedReader in;

    private final List<String> lines = new CopyOnWriteArrayList<>();

    private RedisMonitor(int port) throws IOException {
        this.port = port;
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        this.socket.setSoTimeout(5_000);
        this.in = new BufferedReader(new InputStreamReader(this.socket.getInputStream(), StandardCharsets.ISO_8859_1));
        this.socket.getOutputStream().write("MONITOR\r\n".getBytes(StandardCharsets.US_ASCII));
        this.in.readLine();
    }

    /** Begins; what is executed after this has returned is seen. */
    public static RedisMonitor of(RedisServer server) {
        try {
            return new RedisMonitor(server.port());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Everything that the server has executed until now. */
    public List<String> lines() {
        String mark = UUID.randomUUID().toString();
        Resp.ask(this.port, "ECHO", mark);
        try {
            for (String line = this.in.readLine(); line != null && !line.contains(mark); line = this.in.readLine()) {
                this.lines.add(line);
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return List.copyOf(this.lines);
    }

    @Override
    public void close() {
        try {
            this.socket.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
