package dev.limiter.spring.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.actuate.LimiterEndpoint;
import dev.limiter.spring.docs.Document.Block;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** The commands of the documents are sent to an application, and what they show of the actuator is what it says. */
class DocumentedCommandsTests {

    private static final QuickStart QUICK_START = QuickStart.inMemory(
            "limiter.contours.shop.quota=40/s",
            "limiter.contours.datacite.max-wait=1h",
            "limiter.contours.datacite.pause.max=24h");

    @AfterAll
    static void close() {
        QUICK_START.close();
    }

    static Stream<String> commands() {
        return Document.blocks("sh").stream()
                .flatMap(block -> block.lines().stream())
                .filter(line -> line.startsWith("curl "));
    }

    /** Those of one document may depend on each other; what is paused is resumed by the next one. */
    @ParameterizedTest
    @MethodSource("commands")
    void each_curl_command_is_answered(String command) {
        Curl.Answer answer = Curl.parse(command).send(QUICK_START.port());
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        QUICK_START.resumeAll();
    }

    /** Of JSON: it is YAML too. */
    private static Set<String> namesIn(Object json) {
        Set<String> names = new HashSet<>();
        if (json instanceof Map<?, ?> map) {
            map.forEach((name, value) -> {
                names.add(String.valueOf(name));
                names.addAll(namesIn(value));
            });
        } else if (json instanceof Collection<?> elements) {
            elements.forEach(element -> names.addAll(namesIn(element)));
        }
        return names;
    }

    private static Set<String> names(Block block) {
        return namesIn(new Yaml().<Object>load(block.text()));
    }

    @Test
    void json_of_the_documents_has_names_that_the_endpoint_knows() {
        Set<String> asked = Arrays.stream(LimiterEndpoint.class.getMethods())
                .flatMap(method -> Arrays.stream(method.getParameters()))
                .map(Parameter::getName)
                .collect(Collectors.toSet());
        Set<String> answered = Arrays.stream(LimiterEndpoint.class.getDeclaredClasses())
                .filter(Class::isRecord)
                .flatMap(type -> Arrays.stream(type.getRecordComponents()))
                .map(RecordComponent::getName)
                .collect(Collectors.toSet());
        assertThat(asked).contains("length", "cause");

        List<Block> blocks = Document.blocks("json");
        assertThat(blocks)
                .isNotEmpty()
                .allMatch(block -> !names(block).isEmpty())
                .allMatch(block -> asked.containsAll(names(block)) || answered.containsAll(names(block)));
    }

    @Test
    void bodies_of_commands_have_names_that_the_endpoint_knows() {
        Set<String> asked = Arrays.stream(LimiterEndpoint.class.getMethods())
                .map(Method::getParameters)
                .flatMap(Arrays::stream)
                .map(Parameter::getName)
                .collect(Collectors.toSet());
        assertThat(commands()
                        .map(Curl::parse)
                        .filter(curl -> curl.url().contains("/actuator/limiter/"))
                        .flatMap(curl -> curl.body().stream())
                        .flatMap(body -> namesIn(new Yaml().<Object>load(body)).stream()))
                .isNotEmpty()
                .isSubsetOf(asked);
    }
}
