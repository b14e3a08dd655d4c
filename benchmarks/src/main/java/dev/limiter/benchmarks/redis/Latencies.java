package dev.limiter.benchmarks.redis;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How long something took, how often: 32 classes for each power of two, so that a value read is at most 3 % off. */
final class Latencies {

    private static final int PER_POWER = 32;

    private static final int POWER_BITS = 5;

    private final AtomicLongArray counts = new AtomicLongArray(PER_POWER * 60);

    void add(long nanos) {
        this.counts.incrementAndGet(classOf(Math.max(0, nanos)));
    }

    private static int classOf(long nanos) {
        if (nanos < PER_POWER) {
            return (int) nanos;
        }
        int shift = 63 - Long.numberOfLeadingZeros(nanos) - POWER_BITS;
        return (shift + 1) * PER_POWER + (int) (nanos >>> shift) - PER_POWER;
    }

    private static double middleOf(int index) {
        if (index < PER_POWER) {
            return index;
        }
        int shift = index / PER_POWER - 1;
        return (index % PER_POWER + PER_POWER + 0.5) * (1L << shift);
    }

    /** In microseconds; NaN where there is none. */
    double micros(double share) {
        long all = IntStream.range(0, this.counts.length())
                .mapToLong(this.counts::get)
                .sum();
        long below = 0;
        for (int i = 0; i < this.counts.length(); i++) {
            below += this.counts.get(i);
            if (below > 0 && below >= share * all) {
                return middleOf(i) / 1000;
            }
        }
        return Double.NaN;
    }

    /** As {@link #add(String)} reads it. */
    @Override
    public String toString() {
        return IntStream.range(0, this.counts.length())
                .filter(i -> this.counts.get(i) > 0)
                .mapToObj(i -> i + ":" + this.counts.get(i))
                .collect(Collectors.joining(","));
    }

    void add(String others) {
        Arrays.stream(others.split(",")).filter(each -> !each.isEmpty()).forEach(each -> {
            String[] pair = each.split(":", 2);
            this.counts.addAndGet(Integer.parseInt(pair[0]), Long.parseLong(pair[1]));
        });
    }
}
