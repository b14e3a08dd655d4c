package dev.limiter.sample.page;

import dev.limiter.sample.api.Arrival;
import dev.limiter.sample.api.SimulatedApi;
import java.util.List;

/** Counts what the API has logged, for each worker. Used by one thread at a time. */
final class Tally {

    /** More than a minute's worth at the busiest. */
    private static final int KEPT = 10_000;

    private final SimulatedApi api;

    private final List<String> workers;

    private final long[] accepted;

    private final long[] refused;

    private long seen;

    Tally(SimulatedApi api, List<String> workers) {
        this.api = api;
        this.workers = workers;
        this.accepted = new long[workers.size()];
        this.refused = new long[workers.size()];
    }

    /** The API's time now, in milliseconds since its start. */
    long nowMillis() {
        return this.api.nowMicros() / 1_000;
    }

    /** Counts what has been logged since the last time, and says what that is. */
    List<Snapshot.Came> count() {
        List<Arrival> fresh = this.api.arrivalsAfter(this.seen);
        this.seen += fresh.size();
        this.api.keepArrivals(KEPT);
        // Anybody on this machine can send to the API.
        return fresh.stream()
                .filter(arrival -> this.workers.contains(arrival.worker()))
                .map(this::count)
                .toList();
    }

    private Snapshot.Came count(Arrival arrival) {
        int worker = this.workers.indexOf(arrival.worker());
        if (arrival.accepted()) {
            this.accepted[worker]++;
        } else if (arrival.refused()) {
            this.refused[worker]++;
        }
        return new Snapshot.Came(arrival.micros() / 1_000, worker, arrival.status());
    }

    long accepted(int worker) {
        return this.accepted[worker];
    }

    long refused(int worker) {
        return this.refused[worker];
    }
}
