package dev.limiter.redis.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The smallest client: one connection for one command. */
public final class Resp {

    private Resp() {}

    /** The answer as text: arrays with a line for each element, nothing as {@code (nil)}, an error as its message. */
    public static String ask(int port, String... command) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write(encode(command));
            return read(new DataInputStream(new BufferedInputStream(socket.getInputStream())));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Likewise, or null where there is no answer. */
    public static @Nullable String tryAsk(int port, String... command) {
        try {
            return ask(port, command);
        } catch (UncheckedIOException ex) {
            return null;
        }
    }

    private static byte[] encode(String... command) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(("*" + command.length + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        for (String word : command) {
            byte[] text = word.getBytes(StandardCharsets.UTF_8);
            bytes.writeBytes(("$" + text.length + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            bytes.writeBytes(text);
            bytes.writeBytes(new byte[] {'\r', '\n'});
        }
        return bytes.toByteArray();
    }

    private static String read(DataInputStream in) throws IOException {
        String line = line(in);
        int size = (line.charAt(0) == '$' || line.charAt(0) == '*') ? Integer.parseInt(line.substring(1)) : 0;
        if (size < 0) {
            return "(nil)";
        }
        if (line.charAt(0) == '$') {
            byte[] text = in.readNBytes(size + 2);
            return new String(text, 0, size, StandardCharsets.ISO_8859_1);
        }
        if (line.charAt(0) == '*') {
            List<String> elements = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                elements.add(read(in));
            }
            return String.join("\n", elements);
        }
        return line.substring(1);
    }

    private static String line(DataInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.readUnsignedByte(); next != '\r'; next = in.readUnsignedByte()) {
            line.append((char) next);
        }
        in.readUnsignedByte();
        return line.toString();
    }
}
