package dev.limiter.benchmarks;

import java.util.Locale;
import java.util.stream.DoubleStream;

/** The same figure from several rounds. */
record Spread(double median, double least, double most) {

    static Spread of(DoubleStream rounds) {
        double[] sorted = rounds.sorted().toArray();
        if (sorted.length == 0) {
            return new Spread(Double.NaN, Double.NaN, Double.NaN);
        }
        int last = sorted.length - 1;
        return new Spread((sorted[last / 2] + sorted[(last + 1) / 2]) / 2, sorted[0], sorted[last]);
    }

    /** The median, with the least and the most where they differ from it. */
    String text(String format) {
        String middle = String.format(Locale.ROOT, format, this.median);
        String low = String.format(Locale.ROOT, format, this.least);
        String high = String.format(Locale.ROOT, format, this.most);
        return (low.equals(middle) && high.equals(middle)) ? middle : middle + " (" + low + " to " + high + ")";
    }

    String json() {
        return String.format(
                Locale.ROOT, "{\"median\": %s, \"least\": %s, \"most\": %s}", this.median, this.least, this.most);
    }
}
