package dev.limiter.sample.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** The last lines of a stream, to be shown where its process has failed. */
final class LastLines {

    private final int most;
    private final Deque<String> lines = new ArrayDeque<>();

    LastLines(int most) {
        this.most = most;
    }

    /** Returns at the end of the stream. */
    void readAll(InputStream stream) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                add(line);
            }
        } catch (IOException ex) {
            add("(the rest cannot be read: " + ex.getMessage() + ")");
        }
    }

    private synchronized void add(String line) {
        if (this.lines.size() == this.most) {
            this.lines.removeFirst();
        }
        this.lines.addLast(line);
    }

    synchronized String text() {
        return String.join(System.lineSeparator(), this.lines);
    }
}
