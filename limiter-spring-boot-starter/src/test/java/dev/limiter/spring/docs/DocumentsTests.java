package dev.limiter.spring.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.docs.Document.Block;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds for every document. What a block is checked by follows from its language. */
class DocumentsTests {

    /** See CONTRIBUTING.md. */
    private static final Set<String> LANGUAGES = Set.of("java", "text", "yaml", "json", "xml", "sh", "redis");

    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");

    private static List<String> sourcesOfTests() {
        return Document.MODULES.stream()
                .map(module -> Document.REPOSITORY.resolve(module).resolve("src/test"))
                .flatMap(folder -> Stream.of(".java", ".kt").flatMap(suffix -> Document.files(folder, suffix).stream()))
                .map(Document::text)
                .toList();
    }

    private static List<Block> notIn(List<String> sources, List<Block> blocks) {
        return blocks.stream()
                .filter(block -> sources.stream().noneMatch(block::isIn))
                .toList();
    }

    @Test
    void each_block_has_a_language_that_is_checked() {
        assertThat(Document.all().stream()
                        .flatMap(document -> document.blocks(language -> !LANGUAGES.contains(language))))
                .isEmpty();
    }

    @Test
    void all_java_is_compiled_with_the_tests() {
        List<Block> java = Document.blocks("java");
        assertThat(java).hasSizeGreaterThan(10);
        assertThat(notIn(sourcesOfTests(), java)).isEmpty();
    }

    /** But for what is said at start-up, which follows from the YAML beside it: see {@link DocumentedSettingsTests}. */
    @Test
    void what_the_limiter_says_is_what_a_test_has_seen() {
        List<Block> said = Document.blocks("text").stream()
                .filter(block -> !DocumentedSettingsTests.isSaidAtStartUp(block))
                .toList();
        assertThat(said).isNotEmpty();
        assertThat(notIn(sourcesOfTests(), said)).isEmpty();
    }

    /** The tests of limiter-redis run it: their class LeastPrivilege reads it there. */
    @Test
    void commands_of_redis_stand_where_its_own_tests_read_them() {
        assertThat(Document.blocks("redis")).singleElement().satisfies(block -> {
            assertThat(block.path()).isEqualTo(Document.REPOSITORY.resolve("limiter-redis/README.md"));
            assertThat(block.text()).startsWith("ACL SETUSER limiter on >secret ");
        });
    }

    @Test
    void all_links_between_documents_lead_somewhere() {
        List<Document> documents = Stream.concat(
                        Document.all().stream(),
                        Stream.of("ARCHITECTURE.md", "CONTRIBUTING.md").map(Document::of))
                .toList();
        assertThat(documents.stream().flatMap(DocumentsTests::broken)).isEmpty();
    }

    private static Stream<String> broken(Document document) {
        return document.links().stream()
                .filter(link -> !link.startsWith("https://") && !leadsSomewhere(document, link))
                .map(link -> "%s: %s".formatted(Document.REPOSITORY.relativize(document.path()), link));
    }

    private static boolean leadsSomewhere(Document document, String link) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty()
                ? document.path()
                : document.path().resolveSibling(parts[0]).normalize();
        return Files.exists(target)
                && (parts.length == 1 || Document.read(target).anchors().contains(parts[1]));
    }

    @Test
    void each_document_is_on_the_map() {
        Document readme = Document.of("README.md");
        assertThat(Document.files(Document.REPOSITORY.resolve("docs"), ".md").stream()
                        .map(path -> Document.REPOSITORY.relativize(path).toString()))
                .isSubsetOf(readme.links());
        assertThat(Document.text(readme.path()).lines()).hasSizeLessThanOrEqualTo(150);
    }

    @Test
    void each_alert_has_a_section_in_the_run_book() {
        List<String> alerts = ALERT.matcher(Document.text(Document.REPOSITORY.resolve("docs/monitoring/alerts.yml")))
                .results()
                .map(alert -> alert.group(1))
                .toList();
        List<String> sections = Document.text(Document.REPOSITORY.resolve("docs/run-book.md"))
                .lines()
                .filter(line -> line.startsWith("### Limiter"))
                .map(line -> line.substring("### ".length()))
                .toList();
        assertThat(alerts).isNotEmpty();
        assertThat(sections).isEqualTo(alerts);
    }
}
