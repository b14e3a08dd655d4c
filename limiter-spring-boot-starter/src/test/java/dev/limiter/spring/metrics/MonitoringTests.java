package dev.limiter.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The dashboard and the alert rules ask for meters that there are, by tags that they have. */
class MonitoringTests {

    private static final Path FOLDER = Path.of("..", "docs", "monitoring");

    /** A metric, and what it is selected by. */
    private static final Pattern SELECTOR = Pattern.compile("\\b(limiter_\\w+)(?:\\{([^}]*)})?");

    private static final Pattern LABEL = Pattern.compile("(\\w+)=~?\"");

    private static final Pattern GROUPING = Pattern.compile("\\bby \\(([^)]*)\\)");

    private static final Map<String, LimiterMeter> METERS = new TreeMap<>();

    static {
        PrometheusNamingConvention convention = new PrometheusNamingConvention();
        for (LimiterMeter meter : LimiterMeter.values()) {
            String name =
                    convention.name(meter.id(), Meter.Type.valueOf(meter.kind().name()), meter.baseUnit());
            List<String> suffixes = switch (meter.kind()) {
                case TIMER -> List.of("_count", "_sum", "_max");
                case COUNTER -> List.of("_total");
                case GAUGE -> List.of("");
            };
            suffixes.forEach(suffix -> METERS.put(name + suffix, meter));
        }
    }

    /** JSON is YAML too. */
    private static Object read(String file) throws Exception {
        try (Reader reader = Files.newBufferedReader(FOLDER.resolve(file))) {
            return new Yaml().load(reader);
        }
    }

    /** All texts that stand under this name, at any depth. */
    private static List<String> all(String name, Object in) {
        List<String> found = new ArrayList<>();
        if (in instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                if (key.equals(name) && value instanceof String text) {
                    found.add(text);
                }
                found.addAll(all(name, value));
            });
        } else if (in instanceof Collection<?> elements) {
            elements.forEach(element -> found.addAll(all(name, element)));
        }
        return found;
    }

    private static Set<LimiterMeter> assertAsksForMeters(String expression) {
        Set<LimiterMeter> asked = new TreeSet<>();
        Set<String> tags = new TreeSet<>(Set.of("instance"));
        for (MatchResult selector : SELECTOR.matcher(expression).results().toList()) {
            LimiterMeter meter = METERS.get(selector.group(1));
            assertThat(meter).as("%s in %s", selector.group(1), expression).isNotNull();
            asked.add(meter);
            tags.addAll(meter.tags());
            if (selector.group(2) != null) {
                assertThat(LABEL.matcher(selector.group(2)).results().map(label -> label.group(1)))
                        .as(expression)
                        .isNotEmpty()
                        .isSubsetOf(meter.tags());
            }
        }
        assertThat(asked).as(expression).isNotEmpty();
        assertThat(grouping(expression)).as(expression).isSubsetOf(tags);
        return asked;
    }

    private static Set<String> grouping(String expression) {
        return GROUPING.matcher(expression)
                .results()
                .flatMap(by -> Arrays.stream(by.group(1).split(", ")))
                .collect(Collectors.toSet());
    }

    @Test
    void each_panel_asks_for_meters_that_there_are_and_all_of_them_are_shown() throws Exception {
        Object dashboard = read("grafana-dashboard.json");
        Set<LimiterMeter> shown = new TreeSet<>();
        all("expr", dashboard).forEach(expression -> shown.addAll(assertAsksForMeters(expression)));

        assertThat(shown).containsExactly(LimiterMeter.values());
        assertThat(all("definition", dashboard)).isNotEmpty().allSatisfy(MonitoringTests::assertAsksForMeters);
    }

    @Test
    void each_alert_asks_for_meters_that_there_are_and_speaks_of_labels_that_it_keeps() throws Exception {
        Object alerts = read("alerts.yml");
        List<String> expressions = all("expr", alerts);
        List<String> summaries = all("summary", alerts);
        assertThat(expressions)
                .hasSameSizeAs(all("alert", alerts))
                .hasSameSizeAs(summaries)
                .hasSameSizeAs(all("description", alerts))
                .hasSameSizeAs(all("severity", alerts));

        for (int i = 0; i < expressions.size(); i++) {
            assertAsksForMeters(expressions.get(i));
            assertThat(Pattern.compile("\\$labels\\.(\\w+)")
                            .matcher(summaries.get(i))
                            .results()
                            .map(label -> label.group(1)))
                    .as(summaries.get(i))
                    .isSubsetOf(grouping(expressions.get(i)));
        }
    }
}
