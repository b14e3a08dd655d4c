package dev.limiter.spring.autoconfigure;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The values under one prefix, as they were written: knows, for whatever turns out to be wrong, the full name of the
 * property and its text.
 */
final class StatedValues {

    private static final Map<String, String> EXAMPLES = Map.ofEntries(
            Map.entry("quota", "3000/5m"),
            Map.entry("rate", "8/s"),
            Map.entry("capacity", "16"),
            Map.entry("headroom", "20%"),
            Map.entry("arrival-jitter", "20ms"),
            Map.entry("hosts", "api.datacite.org"),
            Map.entry("max-wait", "30s"),
            Map.entry("concurrency", "8"),
            Map.entry("budget", "20%"),
            Map.entry("on-store-failure", "queue"),
            Map.entry("statuses", "502,503,504"),
            Map.entry("max-time", "2m"),
            Map.entry("header", "Idempotency-Key"),
            Map.entry("max-keys", "100000"),
            Map.entry("max-waiting", "10000"),
            Map.entry("max-attempts", "5"),
            Map.entry("backoff", "1s"),
            Map.entry("max-backoff", "30s"),
            Map.entry("horizon", "250ms"),
            Map.entry("fallback", "5s"),
            Map.entry("max", "24h"),
            Map.entry("jitter", "500ms"),
            Map.entry("operation-ttl", "24h"),
            Map.entry("timeout", "250ms"),
            Map.entry("connection-factory", "sharedRedis"),
            Map.entry("key-secret", "${LIMITER_KEY_SECRET}"));

    private final String prefix;

    private final Map<String, @Nullable String> texts = new LinkedHashMap<>();

    StatedValues(String prefix) {
        this.prefix = prefix;
    }

    /** Reads one value; {@code null} where it is not stated. */
    <T> @Nullable T read(String name, @Nullable String text, Function<String, T> parser) {
        note(name, text);
        if (text == null) {
            return null;
        }
        if (text.isBlank()) {
            throw problem(name, "it is blank", null);
        }
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException | ArithmeticException ex) {
            throw problem(name, String.valueOf(ex.getMessage()), ex);
        }
    }

    /** Remembers a value that has been read already. */
    void note(String name, @Nullable Object value) {
        this.texts.put(name, (value != null) ? value.toString() : null);
    }

    /** Runs what may refuse one of the values that were read so far, with its name in the message. */
    <T> T check(String usually, Supplier<T> action) {
        try {
            return action.get();
        } catch (IllegalArgumentException ex) {
            String message = String.valueOf(ex.getMessage());
            throw problem(namedIn(message, usually), message, ex);
        }
    }

    private String namedIn(String message, String usually) {
        return this.texts.keySet().stream()
                .filter(name -> Pattern.compile("(^|[^a-z.-])" + Pattern.quote(name) + "($|[^a-z.-])")
                        .matcher(message)
                        .find())
                .min(Comparator.comparingInt(message::indexOf))
                .orElse(usually);
    }

    /** What may be written there; empty where anything may. */
    static String exampleOf(String name) {
        return EXAMPLES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "");
    }

    InvalidPropertyException problem(String name, String problem, @Nullable Throwable cause) {
        String property = (name.isEmpty() || this.prefix.isEmpty()) ? this.prefix + name : this.prefix + "." + name;
        String example = exampleOf(name);
        String advice = example.isEmpty()
                ? "Correct %s, or leave it out for the default".formatted(property)
                : "Write for example %s=%s".formatted(property, example);
        return new InvalidPropertyException(property, this.texts.get(name), problem, advice, cause);
    }
}
