package dev.limiter.benchmarks.redis;

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

    private final PrintStream loads;

    private WorkerProcess(int port) throws IOException {
        this.process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Worker.class.getName(),
                        "" + port)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        this.answers = this.process.inputReader();
        this.loads = new PrintStream(this.process.getOutputStream(), true);
    }

    static List<WorkerProcess> start(int count, int port) throws IOException {
        List<WorkerProcess> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new WorkerProcess(port));
        }
        for (WorkerProcess each : all) {
            each.answer();
        }
        return all;
    }

    void begin(Load load) {
        this.loads.println(load.toLine());
    }

    String answer() throws IOException {
        String line = this.answers.readLine();
        if (line == null) {
            throw new IOException("a worker has ended");
        }
        return line;
    }

    @Override
    public void close() throws InterruptedException {
        this.loads.close();
        if (!this.process.waitFor(10, TimeUnit.SECONDS)) {
            this.process.destroyForcibly();
        }
    }
}
