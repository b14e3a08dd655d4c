package dev.limiter.sample.worker;

import dev.limiter.bucket.BucketStore;
import dev.limiter.sample.deposit.DepositRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/** Workers that share out one batch. */
public final class Team implements AutoCloseable {

    private final List<Worker> workers = new ArrayList<>();

    private Team() {}

    /** Each worker counts for itself: one process on its own, as many times as there are workers. */
    public static Team withSeparateBuckets(int size, Terms terms) {
        return start(size, terms, null);
    }

    /** All workers count together, in one store. It stays the caller's to close. */
    public static Team withSharedBuckets(int size, Terms terms, BucketStore store) {
        return start(size, terms, store);
    }

    private static Team start(int size, Terms terms, @Nullable BucketStore store) {
        Team team = new Team();
        try {
            names(size).forEach(name -> team.workers.add(Worker.start(name, terms, store)));
        } catch (RuntimeException notStarted) {
            team.close();
            throw notStarted;
        }
        return team;
    }

    /** Opens the connections. Returns the longest round trip that a worker has seen. */
    public Duration warmUp() {
        return this.workers.stream()
                .map(Worker::warmUp)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** Deals the records out and deposits them, all workers at once. */
    public Flux<Outcome> deposit(List<DepositRecord> records) {
        int size = this.workers.size();
        return Flux.range(0, size)
                .flatMap(
                        i -> this.workers
                                .get(i)
                                .deposit(IntStream.range(0, records.size())
                                        .filter(record -> record % size == i)
                                        .mapToObj(records::get)
                                        .toList()),
                        size);
    }

    /** Nobody sends anything more; what has been sent is answered. */
    public void stop() {
        this.workers.forEach(Worker::stop);
    }

    public int size() {
        return this.workers.size();
    }

    /** How the workers of a team of this size are called, on the wire and in the log. */
    public static List<String> names(int size) {
        return IntStream.rangeClosed(1, size).mapToObj(i -> "worker-" + i).toList();
    }

    @Override
    public void close() {
        this.workers.forEach(Worker::close);
    }
}
