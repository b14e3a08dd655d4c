package dev.limiter.sample.worker;

import dev.limiter.sample.deposit.DepositRecord;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;

/** Workers that share out one batch, wherever they run. */
public interface Team extends AutoCloseable {

    /** Opens the connections. Returns the longest round trip that a worker has seen afterwards. */
    Duration warmUp();

    /** Deals the records out and deposits them, all workers at once. */
    Flux<Outcome> deposit(List<DepositRecord> records);

    /** Nobody sends anything more; what has been sent is answered. */
    void stop();

    int size();

    @Override
    void close();

    /** How the workers of a team of this size are called, on the wire and in the log. */
    static List<String> names(int size) {
        return IntStream.rangeClosed(1, size).mapToObj(i -> "worker-" + i).toList();
    }

    /** The records of one worker: every record is one worker's, and all have the same number, or one more. */
    static List<DepositRecord> share(List<DepositRecord> records, int worker, int size) {
        return IntStream.range(0, records.size())
                .filter(record -> record % size == worker)
                .mapToObj(records::get)
                .toList();
    }
}
