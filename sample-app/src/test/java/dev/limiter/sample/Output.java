package dev.limiter.sample;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A stream that keeps what is printed. */
final class Output {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(this.bytes, true, StandardCharsets.UTF_8);

    PrintStream stream() {
        return this.stream;
    }

    String text() {
        return this.bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
