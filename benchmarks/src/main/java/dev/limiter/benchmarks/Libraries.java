package dev.limiter.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The jars that lie beside that of the benchmarks, and which of them needs which, as Maven's dependency plugin has written
 * it down: so that an application can be started with those that it would have, and no others.
 */
final class Libraries {

    /** Where each artifact is: {@code group:artifact}, with a classifier where it has one. */
    private final Map<String, Path> jars = new TreeMap<>();

    private final Map<String, Set<String>> needs = new HashMap<>();

    /** Reads what was written, in the Trivial Graph Format: the nodes, {@code #}, the edges. */
    static Libraries read(Path folder) throws IOException {
        Libraries libraries = new Libraries();
        List<String> lines = Files.readAllLines(folder.resolve("who-needs-whom.tgf"));
        int end = lines.indexOf("#");
        Map<String, String> names = new HashMap<>();
        for (String node : lines.subList(0, end)) {
            int space = node.indexOf(' ');
            names.put(node.substring(0, space), libraries.add(folder, node.substring(space + 1)));
        }
        for (String edge : lines.subList(end + 1, lines.size())) {
            String[] ids = edge.split(" ");
            libraries
                    .needs
                    .computeIfAbsent(name(names, ids[0]), absent -> new LinkedHashSet<>())
                    .add(name(names, ids[1]));
        }
        return libraries;
    }

    private static String name(Map<String, String> names, String id) {
        String name = names.get(id);
        if (name == null) {
            throw new IllegalStateException("no node has the id " + id);
        }
        return name;
    }

    /**
     * From {@code group:artifact:type[:classifier]:version:scope}, with remarks behind it; in brackets where it was left out,
     * because it stands elsewhere, maybe in another version.
     */
    private String add(Path folder, String node) {
        boolean leftOut = node.startsWith("(");
        String[] parts = node.substring(leftOut ? 1 : 0).split(" ")[0].split(":");
        boolean classified = parts.length > 5;
        String name = parts[0] + ":" + parts[1] + (classified ? ":" + parts[3] : "");
        String file = parts[1] + "-" + parts[classified ? 4 : 3] + (classified ? "-" + parts[3] : "") + ".jar";
        Path jar = folder.resolve(file);
        if (!leftOut && Files.exists(jar)) {
            this.jars.put(name, jar);
        }
        return name;
    }

    /** These, and all that they need. */
    Set<Path> with(String... names) {
        Set<String> needed = new LinkedHashSet<>();
        Deque<String> asked = new ArrayDeque<>(Arrays.asList(names));
        while (!asked.isEmpty()) {
            String name = asked.remove();
            if (needed.add(name)) {
                asked.addAll(this.needs.getOrDefault(name, Set.of()));
            }
        }
        Set<Path> found = new LinkedHashSet<>();
        for (String name : needed) {
            Path jar = this.jars.get(name);
            if (jar == null) {
                throw new IllegalStateException(name + " is needed, and not there");
            }
            found.add(jar);
        }
        return found;
    }
}
