package dev.limiter.benchmarks;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Programs in JVMs of their own, on the Java that this one runs on. */
final class Child {

    private static final long PATIENCE_SECONDS = 10;

    private Child() {}

    /** Where the jar of the benchmarks is. */
    static Path folder() {
        try {
            Path here = Path.of(Child.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return Objects.requireNonNull(here.toAbsolutePath().getParent());
        } catch (URISyntaxException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** What it says of errors goes where ours do; to be started. */
    static ProcessBuilder java(List<String> options, String classPath, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    /** Runs one on our class path until it ends; what it prints is printed. */
    static void run(List<String> options, Class<?> main, String... arguments) throws IOException, InterruptedException {
        Process process = java(options, System.getProperty("java.class.path"), main, arguments)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.waitFor() != 0) {
            throw new IOException(main.getSimpleName() + " has failed");
        }
    }

    /** It ends by itself, or is ended. */
    static void end(Process process) throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
