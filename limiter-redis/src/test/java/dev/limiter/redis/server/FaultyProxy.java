package dev.limiter.redis.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** A network between a client and a server that delays, swallows replies and cuts. */
public final class FaultyProxy implements AutoCloseable {

    private final ServerSocket listening;

    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    private final Set<Socket> silent = ConcurrentHashMap.newKeySet();

    /** Over which somebody has subscribed. */
    private final Set<Socket> listeners = ConcurrentHashMap.newKeySet();

    private volatile int target;

    private volatile long delayNanos;

    /** What is published is not slowed by it. */
    private volatile long answerDelayNanos;

    private volatile boolean requestsLost;

    private volatile boolean repliesLost;

    /** To this port. */
    public FaultyProxy(int target) {
        this.target = target;
        try {
            this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        start(this::accept);
    }

    public int port() {
        return this.listening.getLocalPort();
    }

    /** Another server, for connections from now on. */
    public void leadTo(int port) {
        this.target = port;
    }

    /** Each way. */
    public void delay(long millis) {
        this.delayNanos = millis * 1_000_000;
    }

    /** Of the replies that are no news of a channel. */
    public void delayAnswers(long millis) {
        this.answerDelayNanos = millis * 1_000_000;
    }

    /** Requests do not arrive, and nobody hears of it. */
    public void loseRequests(boolean lost) {
        this.requestsLost = lost;
    }

    /** Requests arrive; what is answered to them does not. */
    public void loseReplies(boolean lost) {
        this.repliesLost = lost;
    }

    /** Likewise, for the connections that there are now and no others. */
    public void loseRepliesOfOpenConnections() {
        this.silent.addAll(this.sockets);
    }

    /** Likewise, for those of them alone that listen to channels. */
    public void loseRepliesOfListeners() {
        this.silent.addAll(this.listeners);
    }

    /** All connections break. */
    public void cut() {
        this.sockets.forEach(FaultyProxy::close);
        this.sockets.clear();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = this.listening.accept();
                Socket server = new Socket();
                try {
                    server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), this.target), 1_000);
                } catch (IOException ex) {
                    close(client);
                    continue;
                }
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                this.sockets.add(client);
                this.sockets.add(server);
                start(() -> copy(client, server, false));
                start(() -> copy(server, client, true));
            }
        } catch (IOException ex) {
            cut();
        }
    }

    private void copy(Socket from, Socket to, boolean replies) {
        byte[] buffer = new byte[65_536];
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int size = in.read(buffer); size >= 0; size = in.read(buffer)) {
                boolean answer = replies && !this.listeners.contains(from);
                long delay = this.delayNanos + (answer ? this.answerDelayNanos : 0);
                if (delay > 0) {
                    LockSupport.parkNanos(delay);
                }
                if (!replies && new String(buffer, 0, size, StandardCharsets.ISO_8859_1).contains("SUBSCRIBE")) {
                    this.listeners.add(to);
                }
                boolean lost = replies ? this.repliesLost || this.silent.contains(from) : this.requestsLost;
                if (!lost) {
                    out.write(buffer, 0, size);
                }
            }
        } catch (IOException ex) {
            // cut, or closed by one of the two
        } finally {
            close(from);
            close(to);
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "faulty-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void close() {
        try {
            this.listening.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        cut();
    }
}
