package dev.limiter.benchmarks;

import dev.limiter.benchmarks.start.StartedApplication;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the starter, with one contour, adds to the start of an empty web application: started in new JVMs, with it and
 * without it on the class path, in turn. {@code StartTime [starts [file.json]]}: 20 of each.
 */
public final class StartTime {

    private static final String WEBFLUX = "org.springframework.boot:spring-boot-starter-webflux";

    private static final String STARTER = "dev.limiter:limiter-spring-boot-starter";

    private final Path classes;

    private final Libraries libraries;

    private final List<Start> without = new ArrayList<>();

    private final List<Start> with = new ArrayList<>();

    /**
     * One start.
     *
     * @param ready milliseconds from the start of the JVM
     * @param cpu milliseconds of the processors, all threads together: another program on the machine changes it less
     */
    private record Start(double ready, double cpu) {}

    private StartTime(Path classes, Libraries libraries) {
        this.classes = classes;
        this.libraries = libraries;
    }

    /** Measures, and prints a table. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int starts = (args.length > 0) ? Integer.parseInt(args[0]) : 20;
        Path classes = Files.createTempDirectory("start");
        try {
            copyApplication(classes);
            StartTime driver =
                    new StartTime(classes, Libraries.read(Child.folder().resolve("lib")));
            driver.run(starts);
            if (args.length > 1) {
                Files.writeString(Path.of(args[1]), driver.json());
            }
            System.out.print(driver.table());
        } finally {
            delete(classes);
        }
    }

    /** The application alone: what else is in the jar of the benchmarks would be on its class path too. */
    private static void copyApplication(Path folder) throws IOException {
        String name = StartedApplication.class.getName().replace('.', '/') + ".class";
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        try (InputStream in = StartTime.class.getClassLoader().getResourceAsStream(name)) {
            Files.copy(in, file);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    /** One of each more than is counted: the first ones read the jars from the disk. */
    private void run(int starts) throws IOException, InterruptedException {
        for (int i = 0; i <= starts; i++) {
            Start bare = start(this.libraries.with(WEBFLUX), false);
            Start limited = start(this.libraries.with(WEBFLUX, STARTER), true);
            if (i > 0) {
                this.without.add(bare);
                this.with.add(limited);
            }
            System.err.printf(
                    "StartTime: %d of %d: %.0f ms, with the starter %.0f ms%n",
                    i, starts, bare.ready(), limited.ready());
        }
    }

    private Start start(Set<Path> jars, boolean starter) throws IOException, InterruptedException {
        String classPath = this.classes
                + File.pathSeparator
                + jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        Process process = Child.java(List.of(), classPath, StartedApplication.class, arguments())
                .start();
        try (BufferedReader lines = process.inputReader()) {
            String answer = lines.lines()
                    .filter(line -> line.startsWith("ready "))
                    .findFirst()
                    .orElseThrow(() -> new IOException("the application did not start"));
            String[] parts = answer.split(" ");
            if (Boolean.parseBoolean(parts[3]) != starter) {
                throw new IllegalStateException("the class path is not what it should be: " + classPath);
            }
            return new Start(Double.parseDouble(parts[1]), Double.parseDouble(parts[2]));
        } finally {
            Child.end(process);
        }
    }

    /** Without the starter the limiter's mean nothing. */
    private static String[] arguments() {
        return new String[] {"--server.port=0", "--limiter.store=memory", "--limiter.contours.api.limits[0].rate=10/s"};
    }

    private static Spread spread(List<Start> starts, ToDoubleFunction<Start> what) {
        return Spread.of(starts.stream().mapToDouble(what));
    }

    /** Of two that followed each other: what slows the machine down for a while slows both. */
    private Spread more(ToDoubleFunction<Start> what) {
        return Spread.of(IntStream.range(0, this.with.size())
                .mapToDouble(i -> what.applyAsDouble(this.with.get(i)) - what.applyAsDouble(this.without.get(i))));
    }

    private static double moreAtTheMedian(Spread with, Spread without) {
        return with.median() - without.median();
    }

    private String table() {
        return "### %d starts of each%n%n| | ms until it is ready | ms of the processors |%n|---|---|---|%n"
                        .formatted(this.with.size())
                + row("without the starter", spread(this.without, Start::ready), spread(this.without, Start::cpu))
                + row("with it", spread(this.with, Start::ready), spread(this.with, Start::cpu))
                + row("pair by pair: more with it", more(Start::ready), more(Start::cpu))
                + String.format(
                        Locale.ROOT,
                        "| **of the medians: more with it** | %.0f | %.0f |%n",
                        moreAtTheMedian(spread(this.with, Start::ready), spread(this.without, Start::ready)),
                        moreAtTheMedian(spread(this.with, Start::cpu), spread(this.without, Start::cpu)));
    }

    private static String row(String name, Spread ready, Spread cpu) {
        return "| %s | %s | %s |%n".formatted(name, ready.text("%.0f"), cpu.text("%.0f"));
    }

    private String json() {
        return String.format(Locale.ROOT, "{\"without\": %s, \"with\": %s}%n", json(this.without), json(this.with));
    }

    private static String json(List<Start> starts) {
        return starts.stream()
                .map(each -> String.format(Locale.ROOT, "{\"ready\": %.0f, \"cpu\": %.0f}", each.ready(), each.cpu()))
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
