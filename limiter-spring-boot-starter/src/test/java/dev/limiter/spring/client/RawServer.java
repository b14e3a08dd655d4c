package dev.limiter.spring.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server that answers the first request and keeps the connection; when it has read the next one, it closes the connection
 * without an answer, so many times. What clients do then is their own.
 */
final class RawServer implements AutoCloseable {

    private final ServerSocket socket;

    private final List<String> requests = new CopyOnWriteArrayList<>();

    private final AtomicInteger closings;

    RawServer(int closings) throws IOException {
        this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.closings = new AtomicInteger(closings);
        daemon(this::accept);
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = this.socket.accept();
                daemon(() -> serve(connection));
            }
        } catch (IOException ex) {
            // It is closed.
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1));
            while (readRequest(in)) {
                if (this.requests.size() > 1 && this.closings.getAndDecrement() > 0) {
                    return;
                }
                connection
                        .getOutputStream()
                        .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.ISO_8859_1));
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private boolean readRequest(BufferedReader in) throws IOException {
        String line = in.readLine();
        if (line == null) {
            return false;
        }
        String method = line.substring(0, line.indexOf(' '));
        int length = 0;
        for (String header = in.readLine(); !header.isEmpty(); header = in.readLine()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring(header.indexOf(':') + 1).trim());
            }
        }
        if (in.skip(length) != length) {
            return false;
        }
        this.requests.add(method);
        return true;
    }

    List<String> requests() {
        return this.requests;
    }

    String host() {
        return "127.0.0.1:" + this.socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        this.socket.close();
    }
}
