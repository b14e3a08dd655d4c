package dev.limiter.spring.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.autoconfigure.ContourProperties;
import dev.limiter.spring.autoconfigure.LimiterProperties;
import dev.limiter.spring.metrics.LimiterMeter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Properties and meters that stand in the text. */
class DocumentedNamesTests {

    /** Such as {@code limiter.redis.timeout}, in code. */
    private static final Pattern OURS = Pattern.compile("`(limiter\\.[a-z.-]+)(?:[:=][^`]*)?`");

    /** Such as {@code retry.max-attempts: 1}: of a contour, and told apart from other words by its first part. */
    private static final Pattern OF_A_CONTOUR =
            Pattern.compile("`((?:pause|retry|reduced|idempotency-key)\\.[a-z-]+)(?:: [^`]*)?`");

    private static Stream<String> names(Class<?> properties) {
        return Arrays.stream(properties.getRecordComponents()).flatMap(DocumentedNamesTests::names);
    }

    private static Stream<String> names(RecordComponent property) {
        String name = property.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
        Stream<String> below =
                property.getType().isRecord() ? names(property.getType()).map(part -> name + "." + part) : Stream.of();
        return Stream.concat(Stream.of(name), below);
    }

    private static List<String> found(Pattern pattern) {
        return Document.all().stream()
                .flatMap(document -> pattern.matcher(Document.text(document.path()))
                        .results()
                        .map(name -> name.group(1)))
                .toList();
    }

    @Test
    void what_begins_with_limiter_is_a_property_or_a_meter() {
        Set<String> known = Stream.concat(
                        names(LimiterProperties.class).map(name -> "limiter." + name),
                        Arrays.stream(LimiterMeter.values()).map(LimiterMeter::id))
                .collect(Collectors.toSet());
        assertThat(found(OURS)).hasSizeGreaterThan(50).isSubsetOf(known);
    }

    @Test
    void parts_of_a_contours_settings_are_there() {
        Set<String> known = names(ContourProperties.class).collect(Collectors.toSet());
        assertThat(found(OF_A_CONTOUR)).hasSizeGreaterThan(20).isSubsetOf(known);
    }
}
