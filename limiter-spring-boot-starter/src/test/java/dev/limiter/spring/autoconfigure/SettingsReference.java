package dev.limiter.spring.autoconfigure;

import dev.limiter.spring.autoconfigure.ContourProperties.LimitProperties;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.json.JsonParserFactory;

/** All settings, as the metadata has them that IDEs read. */
final class SettingsReference {

    private static final String SOURCES = "META-INF/spring/configuration-metadata/";

    private static final String ELEMENTS = "java.util.List<" + LimitProperties.class.getName() + ">";

    private SettingsReference() {}

    /**
     * One setting.
     *
     * @param values what may be written
     * @param usual {@code null} where there is no default that can be written
     */
    record Setting(
            String name,
            String values,
            @Nullable String usual,
            @Nullable String description) {

        String row() {
            return "| `%s` | %s | %s | %s |"
                    .formatted(this.name, this.values, (this.usual != null) ? code(this.usual) : "", this.description);
        }
    }

    /** Those under {@code limiter}. */
    static List<Setting> common() throws Exception {
        return read("META-INF/spring-configuration-metadata.json", "").stream()
                .filter(setting ->
                        setting.name().startsWith("limiter.") && !setting.name().equals("limiter.contours"))
                .toList();
    }

    /** Those of a contour. */
    static List<Setting> ofContour() throws Exception {
        return read(SOURCES + ContourProperties.class.getName() + ".json", "");
    }

    private static List<Setting> read(String resource, String prefix) throws Exception {
        List<Setting> settings = new ArrayList<>();
        for (Map<String, Object> property : properties(resource)) {
            String name = prefix + property.get("name");
            if (ELEMENTS.equals(property.get("type"))) {
                settings.addAll(read(SOURCES + LimitProperties.class.getName() + ".json", name + "[0]."));
            } else {
                settings.add(setting(name, property));
            }
        }
        return settings;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> properties(String resource) throws IOException {
        try (InputStream json = Objects.requireNonNull(
                SettingsReference.class.getClassLoader().getResourceAsStream(resource), resource)) {
            String text = new String(json.readAllBytes(), StandardCharsets.UTF_8);
            Object properties = JsonParserFactory.getJsonParser().parseMap(text).get("properties");
            return (List<Map<String, Object>>) Objects.requireNonNull(properties);
        }
    }

    private static Setting setting(String name, Map<String, Object> property) throws Exception {
        Object usual = property.get("defaultValue");
        return new Setting(
                name,
                values(name, String.valueOf(property.get("type"))),
                (usual != null) ? usual.toString().replaceAll("[\\[\\] ]", "") : null,
                (String) property.get("description"));
    }

    private static String values(String name, String type) throws Exception {
        if (type.equals("java.lang.Boolean")) {
            return "`true`, `false`";
        }
        if (type.startsWith("dev.limiter.")) {
            return Arrays.stream(Class.forName(type).getEnumConstants())
                    .map(value -> code(value.toString().toLowerCase(Locale.ROOT).replace('_', '-')))
                    .collect(Collectors.joining(", "));
        }
        String example = StatedValues.exampleOf(name);
        return example.isEmpty() ? "" : "such as " + code(example);
    }

    private static String code(String text) {
        return "`" + text + "`";
    }
}
