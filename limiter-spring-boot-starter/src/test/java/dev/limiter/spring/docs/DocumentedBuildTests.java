package dev.limiter.spring.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.docs.Document.Block;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documents say to build and to depend on. */
class DocumentedBuildTests {

    private static final Pattern DEPENDENCY = Pattern.compile(
            "<dependency>\\s*<groupId>([^<]*)</groupId>\\s*<artifactId>([^<]*)</artifactId>\\s*(?:<version>([^<]*)</version>)?");

    private static final Pattern JAR = Pattern.compile("(?:-jar|-cp) (?!target/)(\\S+)/target/(\\S+)\\.jar");

    private static final Pattern MODULES = Pattern.compile(" -pl (\\S+)");

    private static final String VERSION = version();

    private static String version() {
        var version = Pattern.compile("<artifactId>limiter-parent</artifactId>\\s*<version>([^<]*)</version>")
                .matcher(pom(Document.REPOSITORY));
        assertThat(version.find()).isTrue();
        return version.group(1);
    }

    private static String pom(Path folder) {
        return Document.text(folder.resolve("pom.xml"));
    }

    private static Stream<String> poms() {
        return Stream.concat(
                        Stream.of(Document.REPOSITORY),
                        Document.MODULES.stream().map(Document.REPOSITORY::resolve))
                .map(DocumentedBuildTests::pom);
    }

    private static boolean isInTheBuild(String group, String artifact) {
        String stated = "<groupId>%s</groupId><artifactId>%s</artifactId>".formatted(group, artifact);
        return poms().map(Document::withoutSpace).anyMatch(pom -> pom.contains(stated));
    }

    /** The lines of shell commands that begin with one of these words. */
    private static List<String> commands(String... words) {
        return Document.blocks("sh").stream()
                .flatMap(block -> block.lines().stream())
                .filter(line -> Arrays.stream(words).anyMatch(word -> line.startsWith(word + " ")))
                .toList();
    }

    @Test
    void all_xml_is_dependencies_that_this_build_has_itself() {
        List<Block> blocks = Document.blocks("xml");
        assertThat(blocks).isNotEmpty().allSatisfy(block -> {
            var dependencies = DEPENDENCY.matcher(block.text()).results().toList();
            assertThat(dependencies)
                    .as("%s", block)
                    .hasSize(block.text().split("<dependency>", -1).length - 1)
                    .isNotEmpty()
                    .allMatch(each -> isInTheBuild(each.group(1), each.group(2)));
            assertThat(dependencies)
                    .filteredOn(each -> each.group(1).equals("dev.limiter"))
                    .allMatch(each -> VERSION.equals(each.group(3)));
        });
    }

    @Test
    void each_command_is_one_that_a_test_can_judge() {
        List<String> commands = commands("mvn", "java", "curl");
        assertThat(commands).hasSize((int) Document.blocks("sh").stream()
                .flatMap(block -> block.lines().stream())
                .count());
    }

    @Test
    void jars_and_modules_in_commands_are_those_of_this_build() {
        List<String> commands = commands("mvn", "java");
        var jars = commands.stream()
                .flatMap(command -> JAR.matcher(command).results())
                .toList();
        assertThat(jars)
                .isNotEmpty()
                .allMatch(jar -> Document.MODULES.contains(jar.group(1))
                        && pom(Document.REPOSITORY.resolve(jar.group(1)))
                                .contains("<finalName>%s</finalName>".formatted(jar.group(2))));
        assertThat(commands.stream()
                        .flatMap(command -> MODULES.matcher(command).results())
                        .flatMap(modules -> Arrays.stream(modules.group(1).split(","))))
                .allMatch(module ->
                        Files.exists(Document.REPOSITORY.resolve(module).resolve("pom.xml")));
    }
}
