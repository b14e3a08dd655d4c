package dev.limiter.sample.process;

import dev.limiter.redis.server.Await;
import dev.limiter.sample.api.SimulatedApi;
import dev.limiter.sample.api.SimulatedApiSettings;
import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.deposit.RecordFile;
import dev.limiter.sample.worker.Destination;
import dev.limiter.sample.worker.Outcome;
import dev.limiter.sample.worker.Team;
import dev.limiter.sample.worker.Terms;
import dev.limiter.spring.test.ServerQuota;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Workers in JVMs of their own that share a Redis, one simulated API that logs what arrives, and what all of them tell.
 * The workers live as long as the audit, and may be sent on several runs.
 */
final class Audit implements AutoCloseable {

    static final int CAPACITY = 20;

    static final int RATE = 100;

    /** What the API counts by, and what the workers run. */
    static final ServerQuota QUOTA = ServerQuota.tokenBucket(CAPACITY, RATE, Duration.ofSeconds(1));

    static final Duration JITTER = Duration.ofMillis(20);

    static final Duration HORIZON = Duration.ofMillis(250);

    /** As if it did not count: what arrives is judged by its log, and no refusal disturbs it. */
    static final SimulatedApiSettings LENIENT =
            SimulatedApiSettings.of(ServerQuota.tokenBucket(1_000_000, 1_000_000, Duration.ofSeconds(1)));

    private static final int WARM_UP = 200;

    private static final Logger logger = LoggerFactory.getLogger(Audit.class);

    final SimulatedApi api;

    final List<WorkerProcess> workers = new ArrayList<>();

    private final List<WorkerProcess> killed = new ArrayList<>();

    private final Metronome metronome = Metronome.start();

    /** When permits were granted, in microseconds since 1970, for each worker. */
    private final List<Queue<Long>> granted = new ArrayList<>();

    /** The longest, when all were warm and nobody sent anything. */
    private Duration roundTrip = Duration.ZERO;

    private Audit(SimulatedApiSettings settings) {
        this.api = SimulatedApi.start(settings);
    }

    /**
     * Starts them, and returns when all workers have started.
     *
     * @param redis where it is, as the environment says it to Spring Boot
     * @param properties of a worker, in pairs
     */
    static Audit start(int workers, SimulatedApiSettings settings, Map<String, String> redis, String... properties) {
        Audit audit = new Audit(settings);
        try {
            Terms terms = audit.terms(properties);
            Team.names(workers).forEach(name -> audit.workers.add(WorkerProcess.start(name, terms, redis)));
            audit.workers.forEach(WorkerProcess::awaitReady);
            audit.workers.forEach(audit::watch);
            return audit;
        } catch (RuntimeException notStarted) {
            audit.close();
            throw notStarted;
        }
    }

    private Terms terms(String... properties) {
        Terms terms = Terms.of(Destination.of(this.api.baseUrl()), "batch-by-bucket")
                .with("limiter.store", "redis")
                .with("limiter.contours.datacite.limits[0].rate", RATE + "/s")
                .with("limiter.contours.datacite.limits[0].capacity", "" + CAPACITY)
                .with("limiter.contours.datacite.arrival-jitter", JITTER.toMillis() + "ms")
                .with("sample.calls-at-once", "1000");
        for (int i = 0; i < properties.length; i += 2) {
            terms = terms.with(properties[i], properties[i + 1]);
        }
        return terms;
    }

    private void watch(WorkerProcess worker) {
        Queue<Long> instants = new ConcurrentLinkedQueue<>();
        this.granted.add(instants);
        worker.watch(message -> {
            if (message.kind() == Message.Kind.GRANTED) {
                instants.add(message.number());
            }
        });
    }

    /** Each worker sends requests that are not counted, and has its bucket full afterwards. */
    Audit warmUp() {
        this.workers.forEach(worker -> worker.warmUp(WARM_UP));
        this.workers.forEach(WorkerProcess::awaitWarm);
        this.roundTrip = this.workers.stream()
                .map(WorkerProcess::roundTrip)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return this;
    }

    /** Has all of them wait at once, each with so many calls, when the bucket is full. */
    Going begin(int... calls) {
        refill();
        this.granted.forEach(Queue::clear);
        lateness();
        return new Going(calls);
    }

    /** Begins, and returns when all calls have ended. */
    AuditRun run(int... calls) {
        return begin(calls).end();
    }

    /** Each worker makes a call now and then, until all of them succeed: then all reach their store. */
    AuditRun awaitReturn() {
        Queue<AuditRun> runs = new ArrayDeque<>();
        Await.until("the return", () -> {
            AuditRun run = run(1);
            runs.add(run);
            return run.failures().isEmpty();
        });
        return runs.stream().reduce(AuditRun::and).orElseThrow();
    }

    /** As {@code kill -9} does. What this worker had taken ends with it. */
    void kill(int worker) {
        WorkerProcess victim = this.workers.get(worker);
        this.killed.add(victim);
        victim.kill();
    }

    /** Until the bucket is full; what a loss of memory charges is over, too. */
    static void refill() {
        letPass(HORIZON.plusMillis(1_000 * CAPACITY / RATE).plus(JITTER));
    }

    /** Real time, in which processes do what they do. */
    static void letPass(Duration length) {
        LockSupport.parkNanos(length.toNanos());
    }

    /** The most by which any process of this audit was late since this was last asked. */
    private Duration lateness() {
        return Stream.concat(
                        Stream.of(this.metronome.worst()),
                        this.workers.stream()
                                .filter(worker -> !this.killed.contains(worker))
                                .map(WorkerProcess::lateness))
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    @Override
    public void close() {
        this.workers.forEach(WorkerProcess::dismiss);
        this.workers.forEach(WorkerProcess::close);
        this.api.close();
        this.metronome.close();
    }

    /** A run whose calls have not all ended. */
    final class Going {

        private final List<DepositRecord> records = RecordFile.shipped();

        /** The API's clock at 1970, which the workers' clocks count from. */
        private final long zero;

        private final List<Queue<Outcome>> outcomes = new ArrayList<>();

        private final List<CompletableFuture<Void>> ends = new ArrayList<>();

        private final long startMicros;

        private Going(int... calls) {
            this.zero = zero();
            for (int i = 0; i < Audit.this.workers.size(); i++) {
                Queue<Outcome> told = new ConcurrentLinkedQueue<>();
                this.outcomes.add(told);
                this.ends.add(Audit.this
                        .workers
                        .get(i)
                        .take(records(calls[Math.min(i, calls.length - 1)]))
                        .doOnNext(told::add)
                        .then()
                        .toFuture());
            }
            this.startMicros = nowMicros();
            Audit.this.workers.forEach(WorkerProcess::go);
        }

        private List<DepositRecord> records(int count) {
            return IntStream.range(0, count)
                    .mapToObj(i -> this.records.get(i % this.records.size()))
                    .toList();
        }

        /** The two clocks are read one after the other; the closest of a few readings is right to the microsecond or so. */
        private long zero() {
            return LongStream.range(0, 20)
                    .map(i -> nowMicros() - ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()))
                    .max()
                    .orElseThrow();
        }

        long nowMicros() {
            return Audit.this.api.nowMicros();
        }

        /** How many have arrived so far. */
        int arrived() {
            return Audit.this
                    .api
                    .arrivals()
                    .between(this.startMicros, Long.MAX_VALUE)
                    .count();
        }

        /** Waits until so many have arrived. */
        Going awaitArrivals(int count) {
            Await.until(count + " arrivals", () -> arrived() >= count);
            return this;
        }

        /** Waits for the last call to end; those of a worker that was killed are none. */
        AuditRun end() {
            Await.until("the end of all calls", () -> this.ends.stream().allMatch(CompletableFuture::isDone));
            return measured();
        }

        private AuditRun measured() {
            List<String> names = Team.names(Audit.this.workers.size());
            Map<String, List<Long>> grants = new HashMap<>();
            Map<String, List<Outcome>> ended = new HashMap<>();
            for (int i = 0; i < names.size(); i++) {
                grants.put(
                        names.get(i),
                        Audit.this.granted.get(i).stream()
                                .map(micros -> micros + this.zero)
                                .sorted()
                                .toList());
                if (!Audit.this.killed.contains(Audit.this.workers.get(i))) {
                    ended.put(names.get(i), List.copyOf(this.outcomes.get(i)));
                }
            }
            AuditRun run = new AuditRun(
                    this.startMicros,
                    Audit.this.api.arrivals().between(this.startMicros, Long.MAX_VALUE),
                    grants,
                    ended,
                    Audit.this.api.pause(),
                    Audit.this.roundTrip,
                    lateness());
            logger.info("{}", run);
            return run;
        }
    }
}
