package dev.limiter.sample.api;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The deposits that the sample sends: {@code records.jsonl}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecordsTests {

    private List<JsonNode> records = List.of();

    @BeforeAll
    void read() throws IOException {
        try (InputStream file = requireNonNull(RecordsTests.class.getResourceAsStream("/records.jsonl"))) {
            JsonMapper mapper = JsonMapper.builder().build();
            records = new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(mapper::readTree)
                    .toList();
        }
    }

    @Test
    void thereAreTwoHundredAndNoneIsThereTwice() {
        assertThat(records).hasSize(200);
        assertThat(records).extracting(record -> text(record, "/doi")).doesNotHaveDuplicates();
        assertThat(records)
                .extracting(record -> text(record, "/titles/0/title"))
                .doesNotHaveDuplicates();
    }

    @Test
    void eachHasWhatADepositNeeds() {
        assertThat(records).allSatisfy(record -> {
            assertThat(record.at("/data/type").asString()).isEqualTo("dois");
            assertThat(text(record, "/doi")).matches("10\\.5072/[a-z-]+\\.20\\d\\d\\.\\d{4}");
            assertThat(text(record, "/creators/0/name")).isNotBlank();
            assertThat(text(record, "/titles/0/title")).isNotBlank();
            assertThat(text(record, "/publisher/name")).isNotBlank();
            assertThat(record.at("/data/attributes/publicationYear").asInt()).isBetween(2022, 2025);
            assertThat(text(record, "/types/resourceTypeGeneral")).isNotBlank();
            assertThat(record.at("/data/attributes/subjects").size()).isGreaterThanOrEqualTo(2);
            assertThat(text(record, "/descriptions/0/description")).isNotBlank();
            assertThat(text(record, "/url")).startsWith("https://example.org/");
        });
    }

    private static String text(JsonNode record, String pointer) {
        return record.at("/data/attributes" + pointer).asString();
    }
}
