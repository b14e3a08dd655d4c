package dev.limiter.sample.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.redis.server.FaultyProxy;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four processes, and what befalls one Redis and the network before it in the middle of a run: by the server's log the limit
 * holds in every interval, whatever becomes of callers. Each process had called before, so that nothing is excepted where
 * memory is lost.
 */
@Timeout(240)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FaultAuditSuite {

    static final int ALL = 240;

    private static final int WORKERS = 4;

    private static final int CALLS = ALL / WORKERS;

    /** The burst and half a second. */
    private static final int MIDDLE = 70;

    private static final Duration AWAY = Duration.ofMillis(500);

    /** From the store's return to the first permit, and from each to the next. */
    private static final Duration RETURN = Duration.ofMillis(200);

    /** After two seconds in which it says nothing a connection is given up; that is looked at with each question to it. */
    private static final Duration SILENCE = Duration.ofMillis(2_250);

    /** Until an empty Redis may grant something: nothing within the horizon, and then one permit has to grow back. */
    private static final Duration RECOVERY = Audit.HORIZON.plusMillis(1_000 / Audit.RATE);

    @TempDir
    private static Path directory;

    private final Deque<AutoCloseable> started = new ArrayDeque<>();

    private RedisServer redis;

    private FaultyProxy network;

    private Audit audit;

    /** What a worker is told beside the usual, in pairs. */
    abstract String[] properties();

    /** What becomes of callers. */
    abstract void assertEnded(AuditRun run);

    /**
     * How soon the store's return is felt, where callers have waited for it.
     *
     * @param since the instant
     * @param until the longest time without a permit after it
     */
    void assertReturned(AuditRun run, long since, Duration until) {}

    @BeforeAll
    void start() {
        Assumptions.assumeTrue(Version.V7_0.isShipped());
        this.redis = RedisServer.start(Version.V7_0, "--dir", directory.toString());
        this.started.push(() -> this.redis.close());
        this.network = new FaultyProxy(this.redis.port());
        this.started.push(this.network);
        this.audit = Audit.start(
                        WORKERS,
                        Audit.LENIENT,
                        Map.of("SPRING_DATA_REDIS_URL", "redis://127.0.0.1:" + this.network.port()),
                        properties())
                .warmUp();
        this.started.push(this.audit);
        // a first call is late, and then the bucket is known
        this.audit.run(CALLS / WORKERS);
    }

    @AfterAll
    void stop() throws Exception {
        for (AutoCloseable each : this.started) {
            each.close();
        }
    }

    /** Something that happens; returns the instant from which the store is there again. */
    private interface Fault {
        long befall(Audit.Going run);
    }

    private void judge(Fault fault, Duration until) {
        long[] back = new long[1];
        OnTime.judge(
                () -> {
                    this.audit.awaitReturn();
                    Audit.Going run = this.audit.begin(CALLS).awaitArrivals(MIDDLE);
                    back[0] = fault.befall(run);
                    return run.end();
                },
                this::assertEnded,
                run -> {
                    run.assertWithinQuota();
                    assertReturned(run, back[0], until);
                });
    }

    private long restart(Audit.Going run) {
        this.redis = this.redis.restart();
        return run.nowMicros();
    }

    private void forget() {
        try {
            Files.deleteIfExists(directory.resolve("dump.rdb"));
        } catch (IOException ex) {
            throw new AssertionError(ex);
        }
    }

    @Test
    void killed_and_restarted_empty() {
        judge(
                run -> {
                    forget();
                    this.redis.kill();
                    Audit.letPass(AWAY);
                    return restart(run);
                },
                RECOVERY.plus(RETURN));
    }

    @Test
    void killed_and_restarted_with_what_it_held_a_second_before() {
        judge(
                run -> {
                    this.redis.ask("SAVE");
                    Audit.letPass(Duration.ofSeconds(1));
                    this.redis.kill();
                    long back = restart(run);
                    assertThat(this.redis.ask("INFO", "persistence")).contains("rdb_last_load_keys_loaded:1");
                    return back;
                },
                RECOVERY.plus(RETURN));
        forget();
    }

    @Test
    void flushed() {
        judge(
                run -> {
                    this.redis.ask("FLUSHALL");
                    return run.nowMicros();
                },
                RECOVERY.plus(RETURN));
    }

    @Test
    void without_its_scripts() {
        judge(
                run -> {
                    this.redis.ask("SCRIPT", "FLUSH");
                    return run.nowMicros();
                },
                RETURN);
    }

    @Test
    void paused() {
        judge(
                run -> {
                    this.redis.ask("CLIENT", "PAUSE", "1000", "ALL");
                    // is answered when it is over
                    this.redis.ask("PING");
                    return run.nowMicros();
                },
                RETURN);
    }

    @Test
    void behind_a_network_that_takes_thirty_milliseconds_each_way() {
        judge(
                run -> {
                    this.network.delay(30);
                    run.awaitArrivals(ALL - 20);
                    this.network.delay(0);
                    return run.nowMicros();
                },
                RETURN);
    }

    @Test
    void behind_a_network_that_cuts_all_connections_again_and_again() {
        judge(
                run -> {
                    for (int i = 0; i < 5; i++) {
                        this.network.cut();
                        Audit.letPass(Duration.ofMillis(100));
                    }
                    return run.nowMicros();
                },
                RETURN);
    }

    @Test
    void behind_a_network_that_loses_the_replies_on_open_connections() {
        judge(
                run -> {
                    this.network.loseRepliesOfOpenConnections();
                    return run.nowMicros();
                },
                SILENCE.plus(RETURN));
    }
}
