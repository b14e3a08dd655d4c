package dev.limiter.sample;

import dev.limiter.sample.api.ArrivalLog;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A run while it goes, as the server sees it.
 *
 * @param workers who deposits
 * @param records how many records they have among them
 * @param startMicros when it began, on the server's clock
 * @param nowMicros that clock
 * @param arrivals what has arrived since the start
 */
record Scene(
        List<String> workers, int records, long startMicros, LongSupplier nowMicros, Supplier<ArrivalLog> arrivals) {

    /** How many of the records are this worker's, by its place in the list. */
    int shareOf(int worker) {
        int size = this.workers.size();
        return (this.records - worker + size - 1) / size;
    }

    Duration time() {
        return Duration.of(this.nowMicros.getAsLong() - this.startMicros, ChronoUnit.MICROS);
    }
}
