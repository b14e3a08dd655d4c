package dev.limiter.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the guide says of the meters. */
class GuideTests {

    private static String row(LimiterMeter meter) {
        String kind = meter.kind().name().toLowerCase(Locale.ROOT);
        return "| `%s` | %s | %s | %s |"
                .formatted(
                        meter.id(),
                        meter.unit().isEmpty() ? kind : kind + ", " + meter.unit(),
                        meter.tags().stream().map("`%s`"::formatted).collect(Collectors.joining(", ")),
                        meter.sentence());
    }

    @Test
    void its_table_is_the_catalogue() throws Exception {
        List<String> rows;
        try (var lines = Files.lines(Path.of("..", "docs", "guide.md"))) {
            rows = lines.filter(line -> line.startsWith("| `limiter.")).toList();
        }

        assertThat(rows)
                .isEqualTo(Arrays.stream(LimiterMeter.values())
                        .map(GuideTests::row)
                        .toList());
    }
}
