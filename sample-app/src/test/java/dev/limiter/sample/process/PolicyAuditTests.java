package dev.limiter.sample.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import dev.limiter.sample.api.ArrivalLog;
import dev.limiter.sample.worker.Team;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three processes, and a Redis that is killed under each policy for that; or one of them is. */
@Timeout(240)
class PolicyAuditTests {

    private static final int WORKERS = 3;

    private static final int CALLS = 60;

    /** After this, a process that was killed is felt no more. */
    private static final Duration RECOVERED = Audit.HORIZON.plusSeconds(1);

    private static final int MIDDLE = 70;

    /** A connection that breaks is noticed in less, by everybody. */
    private static final Duration NOTICED = Duration.ofMillis(100);

    private static final Duration AWAY = Duration.ofMillis(1_500);

    private RedisServer redis;

    @BeforeAll
    static void needsRedis() {
        Assumptions.assumeTrue(Version.V7_0.isShipped());
    }

    @BeforeEach
    void startRedis() {
        this.redis = RedisServer.start(Version.V7_0);
    }

    @AfterEach
    void stopRedis() {
        this.redis.close();
    }

    private Audit start(String... properties) {
        Audit audit = Audit.start(
                        WORKERS,
                        Audit.LENIENT,
                        Map.of("SPRING_DATA_REDIS_URL", "redis://127.0.0.1:" + this.redis.port()),
                        properties)
                .warmUp();
        audit.run(CALLS / WORKERS);
        return audit;
    }

    @Test
    void reject_fails_what_waits_and_what_comes_sends_nothing_and_goes_on_when_redis_is_back() {
        try (Audit audit = start("limiter.contours.datacite.on-store-failure", "reject")) {
            long[] away = new long[2];
            OnTime.judge(
                    () -> {
                        Audit.Going run = audit.begin(CALLS).awaitArrivals(MIDDLE);
                        this.redis.kill();
                        away[0] = run.nowMicros() + NOTICED.toNanos() / 1_000;
                        AuditRun interrupted = run.end();
                        assertRejected(interrupted, interrupted.log().count());
                        AuditRun rejected = audit.run(CALLS);
                        assertRejected(rejected, 0);
                        away[1] = run.nowMicros();
                        this.redis = this.redis.restart();
                        AuditRun returned = audit.awaitReturn();
                        AuditRun back = audit.run(CALLS);
                        back.assertComplete(WORKERS * CALLS);
                        return interrupted.and(returned).and(back);
                    },
                    all -> {},
                    all -> {
                        assertThat(all.log().between(away[0], away[1]).arrivals())
                                .isEmpty();
                        all.assertWithinQuota();
                    });
        }
    }

    private static void assertRejected(AuditRun run, int sent) {
        assertThat(run.calls()).isEqualTo(WORKERS * CALLS);
        assertThat(run.log().count()).isEqualTo(sent);
        assertThat(run.failures()).hasSize(WORKERS * CALLS - sent).containsOnly("StoreUnavailableException");
    }

    @Test
    void reduced_gives_each_process_its_stated_rate_while_redis_is_away_and_no_burst_when_it_is_back() {
        try (Audit audit = start(
                "limiter.contours.datacite.on-store-failure", "reduced",
                "limiter.contours.datacite.reduced.rate", "10/s",
                "limiter.contours.datacite.reduced.capacity", "2")) {
            long[] away = new long[2];
            OnTime.judge(
                    () -> {
                        Audit.Going run = audit.begin(CALLS).awaitArrivals(MIDDLE);
                        this.redis.kill();
                        away[0] = run.nowMicros() + NOTICED.toNanos() / 1_000;
                        Audit.letPass(AWAY);
                        away[1] = run.nowMicros();
                        this.redis = this.redis.restart();
                        return run.end();
                    },
                    run -> run.assertComplete(WORKERS * CALLS),
                    run -> {
                        run.assertWithinQuota();
                        ArrivalLog reduced = run.log().between(away[0], away[1]);
                        // each from empty: nothing at once, and what came closer together than it was sent
                        double most =
                                WORKERS * (1 + 10 * (AWAY.plus(Audit.JITTER).toNanos() / 1e9));
                        assertThat((double) reduced.count()).isBetween(most / 2, most);
                        for (String worker : Team.names(WORKERS)) {
                            assertThat(reduced.of(worker).count()).isPositive();
                        }
                    });
        }
    }

    @Test
    void a_process_that_is_killed_with_a_thousand_waiting_takes_no_more_than_its_slots() {
        long[] killed = new long[1];
        OnTime.judge(
                () -> {
                    try (Audit audit = start()) {
                        Audit.Going run = audit.begin(250, 250, 1_000).awaitArrivals(150);
                        killed[0] = run.nowMicros();
                        audit.kill(WORKERS - 1);
                        return run.end();
                    }
                },
                // those of the two that lived
                run -> run.assertComplete(500),
                run -> {
                    run.assertWithinQuota();
                    // the horizon, in which its slots are lost, and a second
                    long from = killed[0] + RECOVERED.toNanos() / 1_000;
                    assertThat(run.firstIdleMicros() - from)
                            .as("microseconds to judge")
                            .isGreaterThan(1_000_000);
                    assertThat(run.log().shareOf(Audit.QUOTA, from, run.firstIdleMicros()))
                            .as("of the rate, in %s", run)
                            .isGreaterThanOrEqualTo(0.97);
                });
    }
}
