package dev.limiter.sample;

import dev.limiter.sample.api.Arrival;
import dev.limiter.sample.api.ArrivalLog;
import dev.limiter.sample.api.Pause;
import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.spring.test.ServerQuota;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Arrivals that no server has seen. */
final class Logs {

    static final ServerQuota TWENTY_A_SECOND = ServerQuota.tokenBucket(20, 20, Duration.ofSeconds(1));

    private final List<Arrival> arrivals = new ArrayList<>();

    /** An arrival of the record of this number, at this millisecond. */
    Logs at(long millis, int record, int status) {
        return at(millis, record, status, false);
    }

    Logs at(long millis, int record, int status, boolean duringPause) {
        this.arrivals.add(new Arrival(1000 * millis, "worker-" + (record % 2 + 1), status, doi(record), duringPause));
        return this;
    }

    Run run(ServerQuota quota) {
        return run(quota, null);
    }

    Run run(ServerQuota quota, @Nullable Pause pause) {
        return new Run("a run", quota, new ArrivalLog(this.arrivals), pause, Duration.ofMillis(5), List.of(), null);
    }

    static List<DepositRecord> records(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new DepositRecord(doi(i), "{}"))
                .toList();
    }

    private static String doi(int record) {
        return "10.5072/" + record;
    }
}
