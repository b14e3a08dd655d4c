package dev.limiter;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** A contour is named that is not configured. It is an error, never "no limit". */
public class UnknownContourException extends RateLimitException {

    private final List<String> known;

    public UnknownContourException(String contour, Collection<String> known) {
        super(contour, message(contour, new TreeSet<>(known)), null, null);
        this.known = List.copyOf(new TreeSet<>(known));
    }

    private static String message(String contour, Collection<String> known) {
        return "Contour '%s' is not configured; known contours: %s".formatted(contour, known);
    }

    /** The names that are configured, sorted. */
    public List<String> known() {
        return this.known;
    }
}
