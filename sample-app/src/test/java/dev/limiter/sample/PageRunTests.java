package dev.limiter.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The program with {@code --page}, in a JVM of its own, as somebody starts it and ends it. */
@Timeout(120)
class PageRunTests {

    @Test
    void it_says_where_the_page_is_and_leaves_nothing_behind() throws IOException, InterruptedException {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SampleApplication.class.getName(),
                        "--page=0",
                        "--workers=2")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<ProcessHandle> children;
        try (BufferedReader output = program.inputReader()) {
            String line = output.readLine();
            while (line != null && !line.startsWith("Open ")) {
                line = output.readLine();
            }
            assertThat(line).matches("Open http://127\\.0\\.0\\.1:\\d+/ on this machine\\. Ctrl-C ends it\\.");
            assertThat(get(line.split(" ")[1])).contains("<h1>");
            children = program.descendants().toList();
            assertThat(children).as("its Redis").isNotEmpty();
            program.destroy();
            assertThat(program.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            program.destroyForcibly();
        }
        assertThat(children).allSatisfy(child -> assertThat(child.onExit()).succeedsWithin(Duration.ofSeconds(10)));
    }

    private static String get(String address) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
