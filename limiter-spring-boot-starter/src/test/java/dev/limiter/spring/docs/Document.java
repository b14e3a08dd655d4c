package dev.limiter.spring.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A document of the repository, taken apart.
 *
 * @param anchors what a link to one of its headings may say
 * @param links the targets of its links
 */
record Document(Path path, List<Block> blocks, Set<String> anchors, List<String> links) {

    static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

    static final List<String> MODULES = Pattern.compile("<module>(.*)</module>")
            .matcher(text(REPOSITORY.resolve("pom.xml")))
            .results()
            .map(module -> module.group(1))
            .toList();

    private static final String FENCE = "```";

    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)\\)");

    /**
     * A fenced block.
     *
     * @param language empty where none is said
     * @param line that of the fence, from 1
     */
    record Block(Path path, int line, String language, String text) {

        /** Whether it stands in a text, but for white space. */
        boolean isIn(String other) {
            return withoutSpace(other).contains(withoutSpace(this.text));
        }

        List<String> lines() {
            return this.text.lines().filter(line -> !line.isBlank()).toList();
        }

        @Override
        public String toString() {
            return "%s:%d (%s)%n%s".formatted(REPOSITORY.relativize(this.path), this.line, this.language, this.text);
        }
    }

    /** All that somebody who uses the limiter reads. */
    static List<Document> all() {
        List<Path> paths = new ArrayList<>(files(REPOSITORY.resolve("docs"), ".md"));
        paths.add(REPOSITORY.resolve("README.md"));
        MODULES.stream()
                .map(module -> REPOSITORY.resolve(module).resolve("README.md"))
                .filter(Files::exists)
                .forEach(paths::add);
        return paths.stream().map(Document::read).toList();
    }

    static Document of(String path) {
        return read(REPOSITORY.resolve(path));
    }

    static List<Block> blocks(String language) {
        return all().stream()
                .flatMap(document -> document.blocks(language::equals))
                .toList();
    }

    Stream<Block> blocks(Predicate<String> language) {
        return this.blocks.stream().filter(block -> language.test(block.language()));
    }

    static List<Path> files(Path folder, String suffix) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }

    static Document read(Path path) {
        List<Block> blocks = new ArrayList<>();
        Set<String> anchors = new HashSet<>();
        List<String> links = new ArrayList<>();
        List<String> lines = text(path).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith(FENCE)) {
                int begun = i + 1;
                StringBuilder text = new StringBuilder();
                for (i++; !lines.get(i).startsWith(FENCE); i++) {
                    text.append(lines.get(i)).append('\n');
                }
                String language = line.substring(FENCE.length()).strip();
                blocks.add(new Block(path, begun, language, text.toString()));
            } else {
                if (line.startsWith("#")) {
                    anchors.add(anchor(line.replaceFirst("^#+", "")));
                }
                LINK.matcher(line).results().map(link -> link.group(1)).forEach(links::add);
            }
        }
        return new Document(path, blocks, anchors, links);
    }

    /** As the sites that show Markdown make it. */
    private static String anchor(String heading) {
        return heading.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }
}
