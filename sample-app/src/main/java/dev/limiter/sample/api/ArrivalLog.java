package dev.limiter.sample.api;

import dev.limiter.spring.test.ServerQuota;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What arrived, in the order of arrival: immutable, and a log again after each selection, as in
 * {@code log.accepted().worstCount(Duration.ofSeconds(1))}. Spans are half open, {@code from <= instant < to}.
 */
public record ArrivalLog(List<Arrival> arrivals) {

    public ArrivalLog {
        arrivals = arrivals.stream()
                .sorted(Comparator.comparingLong(Arrival::micros))
                .toList();
    }

    public int count() {
        return arrivals.size();
    }

    /** Those that were answered 201. */
    public ArrivalLog accepted() {
        return those(Arrival::accepted);
    }

    /** Those that were answered 429. */
    public ArrivalLog refused() {
        return those(Arrival::refused);
    }

    /** Those that came although a pause had been demanded. */
    public ArrivalLog duringPause() {
        return those(Arrival::duringPause);
    }

    public ArrivalLog of(String worker) {
        return those(arrival -> arrival.worker().equals(worker));
    }

    public ArrivalLog between(long fromMicros, long toMicros) {
        return those(arrival -> fromMicros <= arrival.micros() && arrival.micros() < toMicros);
    }

    /** The most that came in any window of this length, wherever it begins. */
    public int worstCount(Duration window) {
        long windowMicros = Micros.of(window);
        int worst = 0;
        int oldest = 0;
        for (int newest = 0; newest < arrivals.size(); newest++) {
            while (arrivals.get(newest).micros() - arrivals.get(oldest).micros() >= windowMicros) {
                oldest++;
            }
            worst = Math.max(worst, newest - oldest + 1);
        }
        return worst;
    }

    /**
     * What share of this quota's long-run rate the accepted ones of a span used: 1.0 is all of it. A burst from a full
     * bucket may be more.
     */
    public double shareOf(ServerQuota quota, long fromMicros, long toMicros) {
        if (toMicros <= fromMicros) {
            throw new IllegalArgumentException("A span must end after it begins: " + fromMicros + " to " + toMicros);
        }
        int used = accepted().between(fromMicros, toMicros).count();
        return used / quota.worthOf(Micros.toDuration(toMicros - fromMicros));
    }

    /**
     * By how many the fullest interval has more than the quota's capacity and what its rate is worth for that time,
     * whatever the interval; 0 where none has.
     */
    public double mostAbove(ServerQuota quota) {
        double level = 0;
        double most = 0;
        long before = 0;
        for (Arrival arrival : arrivals) {
            level = Math.max(0, level - quota.worthOf(Micros.toDuration(arrival.micros() - before))) + 1;
            most = Math.max(most, level - quota.capacity());
            before = arrival.micros();
        }
        return most;
    }

    /** The DOIs that were accepted more than once, sorted. */
    public List<String> repeatedDois() {
        Set<String> seen = new HashSet<>();
        return accepted().arrivals.stream()
                .map(Arrival::doi)
                .filter(doi -> !seen.add(doi))
                .distinct()
                .sorted()
                .toList();
    }

    private ArrivalLog those(Predicate<Arrival> wanted) {
        return new ArrivalLog(arrivals.stream().filter(wanted).toList());
    }
}
