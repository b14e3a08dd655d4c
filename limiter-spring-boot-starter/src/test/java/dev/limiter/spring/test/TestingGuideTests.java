package dev.limiter.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each snippet of the guide for tests is the text of a test that runs. */
class TestingGuideTests {

    private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

    private static final List<Path> TESTS = List.of(
            Path.of("src/test/java/dev/limiter/spring/test/DepositClientTests.java"),
            Path.of("../limiter-core/src/test/java/dev/limiter/test/WithoutSpringTests.java"));

    /** Whatever the indentation. */
    private static String flat(String text) {
        return text.lines().map(String::strip).collect(Collectors.joining("\n")).strip();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException ex) {
            throw new AssertionError(ex);
        }
    }

    @Test
    void its_snippets_are_tests() {
        List<String> snippets = JAVA.matcher(read(Path.of("../docs/testing.md")))
                .results()
                .map(result -> flat(result.group(1)))
                .toList();
        List<String> tests = TESTS.stream().map(file -> flat(read(file))).toList();

        assertThat(snippets)
                .hasSize(TESTS.size())
                .allSatisfy(snippet ->
                        assertThat(tests).anySatisfy(test -> assertThat(test).contains(snippet)));
    }
}
