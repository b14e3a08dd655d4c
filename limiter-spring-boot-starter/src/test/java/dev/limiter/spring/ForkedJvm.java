package dev.limiter.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program that ran in a JVM of its own, on a class path of its own. */
public record ForkedJvm(int exitCode, String output) {

    /**
     * Runs it to its end.
     *
     * @param options of the JVM
     * @param directory where its output goes
     */
    public static ForkedJvm run(Class<?> main, List<String> classPath, Path directory, String... options)
            throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), main.getName()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new ForkedJvm(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }

    /** Where a class was loaded from. */
    public static String locationOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }
}
