package dev.limiter.benchmarks.quality;

import dev.limiter.benchmarks.quality.Callers.Tally;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@link Worker} in a JVM of its own. */
final class WorkerProcess implements AutoCloseable {

    private final Process process;

    private final BufferedReader answers;

    private final PrintStream orders;

    private WorkerProcess(int port) throws IOException {
        this.process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        // connections stay warm
                        "-Djdk.httpclient.keepalive.timeout=1200",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Worker.class.getName(),
                        "" + port)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        this.answers = this.process.inputReader();
        this.orders = new PrintStream(this.process.getOutputStream(), true);
    }

    static List<WorkerProcess> start(int count, int port) throws IOException {
        List<WorkerProcess> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new WorkerProcess(port));
        }
        for (WorkerProcess each : all) {
            each.line();
        }
        return all;
    }

    void begin(Order order) {
        this.orders.println(order.toLine());
    }

    Tally end() throws IOException {
        return Tally.read(line());
    }

    private String line() throws IOException {
        String line = this.answers.readLine();
        if (line == null) {
            throw new IOException("a worker has ended");
        }
        return line;
    }

    @Override
    public void close() throws InterruptedException {
        this.orders.close();
        if (!this.process.waitFor(10, TimeUnit.SECONDS)) {
            this.process.destroyForcibly();
        }
    }
}
