package dev.limiter.sample.process;

/** The form of what is said, both ways: a kind, a number, and a text to the end of the line. */
final class Line {

    /** What is made of the parts. */
    interface Maker<K, T> {
        T make(K kind, long number, String text);
    }

    private Line() {}

    static String write(Enum<?> kind, long number, String text) {
        return kind.name() + " " + number + " " + text.replaceAll("\\R", " ");
    }

    /**
     * Reads what was written.
     *
     * @throws IllegalArgumentException where it was not
     */
    static <K extends Enum<K>, T> T read(String line, Class<K> kinds, Maker<K, T> maker) {
        String[] parts = line.split(" ", 3);
        if (parts.length < 3) {
            throw new IllegalArgumentException("not a kind, a number and a text: " + line);
        }
        return maker.make(Enum.valueOf(kinds, parts[0]), Long.parseLong(parts[1]), parts[2]);
    }
}
