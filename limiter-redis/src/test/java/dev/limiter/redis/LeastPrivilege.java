package dev.limiter.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a Redis user needs to be able to do for the limiter, as this module's README says it. */
final class LeastPrivilege {

    private static final String COMMAND = "ACL SETUSER limiter on >secret ";

    private LeastPrivilege() {}

    static List<String> rules() {
        try (var lines = Files.lines(Path.of("README.md"))) {
            String command = lines.map(String::strip)
                    .filter(line -> line.startsWith(COMMAND))
                    .findFirst()
                    .orElseThrow();
            return List.of(command.substring(COMMAND.length()).split(" "));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
