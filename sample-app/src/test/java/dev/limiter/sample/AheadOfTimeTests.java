package dev.limiter.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in a JVM of its own, with the beans that the build has made ahead of time. */
class AheadOfTimeTests {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void what_was_processed_ahead_of_time_runs_and_limits() throws IOException, InterruptedException {
        Path records = Files.write(
                this.folder.resolve("records.jsonl"),
                IntStream.range(0, 15)
                        .mapToObj(i ->
                                "{\"data\":{\"type\":\"dois\",\"attributes\":{\"doi\":\"10.5072/%d\"}}}".formatted(i))
                        .toList());
        Path loaded = this.folder.resolve("loaded");
        List<String> output;
        try (RealApi api = new RealApi(n -> 201)) {
            output = run(
                    "-Dspring.aot.enabled=true",
                    "-Xlog:class+load:file=" + loaded,
                    "-cp",
                    System.getProperty("java.class.path"),
                    SampleApplication.class.getName(),
                    "--base-url=" + api.url(),
                    "--quota=10/1s",
                    "--workers=2",
                    "--records=" + records);
            assertThat(api.requests()).as("%s", output).isEqualTo(15);
        }
        assertThat(Files.readString(loaded)).contains("WorkerApplication__ApplicationContextInitializer ");
        List<Instant> sends = output.stream()
                .filter(line -> line.endsWith("  201"))
                .map(line -> Instant.parse(line.substring(0, line.indexOf(' '))))
                .sorted()
                .toList();
        assertThat(sends).hasSize(15);
        // Eight a second, so that no second holds more than the quota less its headroom.
        assertThat(Duration.between(sends.get(0), sends.get(14))).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    private List<String> run(String... arguments) throws IOException, InterruptedException {
        Path output = this.folder.resolve("output");
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put(RealDestination.TOKEN_VARIABLE, "none");
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as("%s", Files.readString(output)).isZero();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(output);
    }
}
