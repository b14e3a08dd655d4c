package dev.limiter.sample;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@code --name=value} arguments of a command line. What cannot be used ends in a {@link UsageException}. */
final class Arguments {

    private static final String HELP = "help";

    private final Map<String, String> given = new LinkedHashMap<>();

    private Arguments() {}

    /** Reads the arguments. None may come twice, and all but {@code --help} need a value. */
    static Arguments parse(String[] args, List<String> known) {
        Arguments arguments = new Arguments();
        for (String arg : args) {
            String name = nameOf(arg, known);
            String value =
                    arg.contains("=") ? arg.substring(arg.indexOf('=') + 1).strip() : "";
            if (value.isEmpty() && !name.equals(HELP)) {
                throw new UsageException("--%s needs a value: --%s=...".formatted(name, name));
            }
            if (arguments.given.put(name, value) != null) {
                throw new UsageException("--%s is given twice".formatted(name));
            }
        }
        return arguments;
    }

    /** Only what looks like a name is repeated in a message: an argument without one may be a token gone astray. */
    private static String nameOf(String arg, List<String> known) {
        String name = arg.startsWith("--") ? arg.substring(2).replaceFirst("(?s)=.*", "") : "";
        if (known.contains(name)) {
            return name;
        }
        String problem = name.matches("[a-z-]+") ? "There is no option --" + name : "An option looks like --name=value";
        throw new UsageException("%s; there are --%s".formatted(problem, String.join(", --", known)));
    }

    boolean has(String name) {
        return this.given.containsKey(name);
    }

    @Nullable
    String get(String name) {
        return this.given.get(name);
    }

    String get(String name, String otherwise) {
        return this.given.getOrDefault(name, otherwise);
    }

    int number(String name, int otherwise, int least, int most) {
        String value = get(name, Integer.toString(otherwise));
        int number = value.matches("\\d{1,6}") ? Integer.parseInt(value) : Integer.MIN_VALUE;
        if (number < least || number > most) {
            throw new UsageException("--%s is a number from %d to %d".formatted(name, least, most));
        }
        return number;
    }

    /** One of several values that have names; the first where nothing is said. */
    <T> T choice(String name, Map<String, T> choices) {
        T chosen = choices.get(get(name, choices.keySet().iterator().next()));
        if (chosen == null) {
            throw new UsageException("--%s is one of %s".formatted(name, String.join(", ", choices.keySet())));
        }
        return chosen;
    }

    /** Refuses these options, which go only with something else. */
    void refuse(List<String> names, String onlyWith) {
        names.stream().filter(this::has).findFirst().ifPresent(name -> {
            throw new UsageException("--%s goes only with %s".formatted(name, onlyWith));
        });
    }
}
