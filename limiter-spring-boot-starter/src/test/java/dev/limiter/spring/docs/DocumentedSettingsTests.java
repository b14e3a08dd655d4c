package dev.limiter.spring.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import dev.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import dev.limiter.spring.docs.Document.Block;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

/** The YAML of the documents: there are such properties, contours start with it, and say what the documents show. */
@ExtendWith(OutputCaptureExtension.class)
class DocumentedSettingsTests {

    private static final ApplicationContextRunner RUNNER = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LimiterAutoConfiguration.class))
            .withPropertyValues("LIMITER_KEY_SECRET=a-key-secret-that-nobody-guesses", "limiter.store=memory");

    /** Each property that the class path documents, and its type. */
    private static final Map<String, String> KNOWN = known();

    static boolean isSaidAtStartUp(Block block) {
        return block.language().equals("text") && block.text().startsWith("Contour '");
    }

    private static Map<String, String> known() {
        Map<String, String> known = new TreeMap<>();
        try {
            List<URL> files = Collections.list(DocumentedSettingsTests.class
                    .getClassLoader()
                    .getResources("META-INF/spring-configuration-metadata.json"));
            for (URL file : files) {
                try (InputStream stream = file.openStream()) {
                    List<Map<String, Object>> properties =
                            JsonPath.parse(stream).read("$.properties");
                    properties.forEach(property ->
                            known.put(String.valueOf(property.get("name")), String.valueOf(property.get("type"))));
                }
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return known;
    }

    private static boolean isKnown(String name) {
        String stated = name.replaceAll("\\[\\d+]", "");
        if (KNOWN.containsKey(stated)) {
            return true;
        }
        return Stream.iterate(stated, prefix -> prefix.contains("."), DocumentedSettingsTests::parent)
                .map(DocumentedSettingsTests::parent)
                .anyMatch(prefix -> KNOWN.getOrDefault(prefix, "").startsWith("java.util.Map"));
    }

    private static String parent(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    private static List<PropertySource<?>> read(Block block) {
        try {
            return new YamlPropertySourceLoader()
                    .load("document", new ByteArrayResource(block.text().getBytes(StandardCharsets.UTF_8)));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static List<String> names(Block block) {
        List<String> names = new ArrayList<>();
        for (PropertySource<?> source : read(block)) {
            names.addAll(List.of(((EnumerablePropertySource<?>) source).getPropertyNames()));
        }
        return names;
    }

    private static void starts(Block block) {
        RUNNER.withInitializer(context -> read(block)
                        .forEach(source ->
                                context.getEnvironment().getPropertySources().addLast(source)))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @TestFactory
    Stream<DynamicTest> all_yaml_names_properties_that_there_are_and_contours_start_with_it() {
        List<Block> blocks = Document.blocks("yaml");
        assertThat(blocks).hasSizeGreaterThan(10);
        return blocks.stream()
                .map(block -> DynamicTest.dynamicTest(block.toString(), () -> {
                    List<String> names = names(block);
                    assertThat(names).isNotEmpty().allMatch(DocumentedSettingsTests::isKnown);
                    if (names.stream().anyMatch(name -> name.startsWith("limiter."))) {
                        starts(block);
                    }
                }));
    }

    @Test
    void what_a_document_says_that_start_up_says_follows_from_its_yaml(CapturedOutput output) {
        // applications of other tests may have set another
        LoggingSystem.get(getClass().getClassLoader()).setLogLevel("dev.limiter", LogLevel.INFO);
        List<String> said = new ArrayList<>();
        for (Document document : Document.all()) {
            List<String> expected = document.blocks().stream()
                    .filter(DocumentedSettingsTests::isSaidAtStartUp)
                    .flatMap(block -> block.lines().stream())
                    .toList();
            if (!expected.isEmpty()) {
                int before = output.getAll().length();
                document.blocks("yaml"::equals)
                        .filter(block -> block.text().contains("contours:"))
                        .forEach(DocumentedSettingsTests::starts);
                assertThat(output.getAll().substring(before))
                        .as("%s", document.path())
                        .contains(expected);
                said.addAll(expected);
            }
        }
        assertThat(said).isNotEmpty();
    }
}
