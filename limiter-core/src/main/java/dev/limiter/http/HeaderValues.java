package dev.limiter.http;

import java.util.ArrayList;
import java.util.List;

/** Takes header lines apart at their commas, and puts a date together again that has one after its day. */
final class HeaderValues {

    /** What HTTP clients let through as one header. */
    private static final int MOST_CHARACTERS = 8192;

    private static final int MOST_VALUES = 64;

    private static final int LONGEST_DAY = "Wednesday".length();

    private HeaderValues() {}

    /** What the lines may mean, date or not; what is beyond the bounds is left out. */
    static List<String> split(List<String> lines) {
        List<String> values = new ArrayList<>();
        int left = MOST_CHARACTERS;
        for (String line : lines) {
            if (values.size() >= MOST_VALUES) {
                break;
            }
            if (line.length() <= left) {
                left -= line.length();
                split(line, values);
            }
        }
        return values;
    }

    private static void split(String line, List<String> values) {
        String before = "";
        for (String piece : line.split(",", MOST_VALUES)) {
            String value = piece.strip();
            values.add(value);
            if (!before.isEmpty() && before.length() <= LONGEST_DAY) {
                values.add(before + ", " + value);
            }
            before = value;
        }
    }
}
