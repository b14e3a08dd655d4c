package dev.limiter.spring.autoconfigure;

import dev.limiter.contour.Contour;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.Limit;
import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.actuate.LimitsInWords;
import dev.limiter.spring.autoconfigure.ContourProperties.LimitProperties;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Limits as they stand under {@code limiter.contours}, in words and back. */
final class PropertyLimits implements LimitsInWords {

    private static final String FORMS = "write for example 8/s, 500/h capacity 100";

    private static final Pattern LIMIT = Pattern.compile("(.*?)(?:\\s+capacity\\s+(\\S+))?");

    private final Map<String, ContourProperties> properties = new HashMap<>();

    private final Map<String, String> configured = new HashMap<>();

    PropertyLimits(GateRegistry registry, LimiterProperties properties) {
        for (ConfiguredContour contour : PropertiesContours.read(properties.contours())) {
            String name = contour.contour().name();
            // The registry may be the application's own.
            if (registry.contours().contains(name) && registry.contour(name).equals(contour.contour())) {
                this.configured.put(name, ContourInWords.limits(contour));
                this.properties.put(name, properties.contours().get(name));
            }
        }
    }

    @Override
    public String configured(Contour contour) {
        String words = this.configured.get(contour.name());
        return (words != null) ? words : ContourInWords.limits(new ConfiguredContour(contour, null, null, true));
    }

    @Override
    public String changed(List<Limit> limits) {
        return ContourInWords.limits(limits);
    }

    @Override
    public List<Limit> read(Contour contour, Stated stated) {
        // Without a prefix: these are no properties.
        StatedValues values = new StatedValues("");
        try {
            return read(contour, stated, values);
        } catch (InvalidPropertyException ex) {
            throw new IllegalArgumentException(ex.getMessage(), ex);
        }
    }

    private List<Limit> read(Contour contour, Stated stated, StatedValues values) {
        if ((stated.quota() == null) == (stated.limits() == null)) {
            throw new IllegalArgumentException(
                    "write either a quota, such as 3000/5m, or limits, such as 8/s, 500/h capacity 100");
        }
        if (stated.quota() == null && stated.headroom() != null) {
            throw new IllegalArgumentException("headroom: it is a share of a quota, and means nothing with limits");
        }
        ContourProperties own = this.properties.get(contour.name());
        String headroom = (stated.headroom() == null && own != null && stated.quota() != null)
                ? own.headroom()
                : stated.headroom();
        ContourBuilder builder = Contour.named(contour.name());
        List<LimitProperties> limits = limits(stated.limits());
        StatedLimits.read(
                builder, values, stated.quota(), headroom, (own != null) ? own.arrivalJitter() : null, limits);
        return values.check(
                (stated.quota() != null) ? "quota" : "limits",
                () -> builder.build().limits());
    }

    private static List<LimitProperties> limits(@Nullable String text) {
        return (text == null)
                ? List.of()
                : Arrays.stream(text.split(",", -1))
                        .map(each -> limit(each.strip()))
                        .toList();
    }

    private static LimitProperties limit(String text) {
        Matcher matcher = LIMIT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("limits: " + FORMS);
        }
        String capacity = matcher.group(2);
        if (capacity != null && !capacity.matches("\\d{1,10}")) {
            throw new IllegalArgumentException("limits: '%s' is no capacity: %s".formatted(capacity, FORMS));
        }
        return new LimitProperties(matcher.group(1), (capacity != null) ? Long.valueOf(capacity) : null);
    }
}
