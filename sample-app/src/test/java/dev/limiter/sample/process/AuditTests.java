package dev.limiter.sample.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import dev.limiter.sample.api.PauseRule;
import dev.limiter.sample.api.SimulatedApiSettings;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Four processes on one Redis, and a server that counts exactly what they were told. */
@Timeout(300)
class AuditTests {

    private static final int RUNS = 5;

    private static final int WORKERS = 4;

    private static final int CALLS = 250;

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private static final Consumer<AuditRun> ALL_ACCEPTED = run -> run.assertComplete(WORKERS * CALLS);

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

    private Audit start(SimulatedApiSettings settings, String... properties) {
        return Audit.start(
                WORKERS,
                settings,
                Map.of("SPRING_DATA_REDIS_URL", "redis://127.0.0.1:" + this.redis.port()),
                properties);
    }

    @Test
    void once_warm_no_process_is_refused_none_gets_less_than_its_share_and_nothing_is_wasted() {
        try (Audit audit = start(SimulatedApiSettings.of(Audit.QUOTA)).warmUp()) {
            for (int i = 0; i < RUNS; i++) {
                OnTime.judge(() -> audit.run(CALLS), ALL_ACCEPTED, AuditTests::assertExact);
            }
        }
    }

    private static void assertExact(AuditRun run) {
        assertNeverRefused(run);
        assertThat(run.seconds())
                .as("seconds, of %s", run)
                .isLessThanOrEqualTo((double) (WORKERS * CALLS - Audit.CAPACITY) / Audit.RATE * 1.01);
        assertThat(run.leastShare()).as("share, of %s", run).isGreaterThanOrEqualTo(0.7);
    }

    private static void assertNeverRefused(AuditRun run) {
        assertThat(run.log().refused().count()).as("refusals, of %s", run).isZero();
        run.assertWithinQuota();
    }

    @Test
    void cold_processes_are_not_refused_either() {
        Supplier<AuditRun> cold = () -> {
            try (Audit audit = start(SimulatedApiSettings.of(Audit.QUOTA))) {
                return audit.run(CALLS);
            }
        };
        OnTime.judge(cold, ALL_ACCEPTED, AuditTests::assertNeverRefused);
    }

    @Test
    void nothing_is_sent_in_a_pause() {
        PauseRule rule = new PauseRule(WORKERS * CALLS / 2, PAUSE);
        Supplier<AuditRun> paused = () -> {
            try (Audit audit =
                    start(SimulatedApiSettings.of(Audit.QUOTA).withPause(rule)).warmUp()) {
                return audit.run(CALLS);
            }
        };
        OnTime.judge(paused, ALL_ACCEPTED, run -> {
            assertThat(run.sentInPause().arrivals()).isEmpty();
            assertThat(run.log().refused().count())
                    .as("refusals: the one that began the pause, and what was on its way, of %s", run)
                    .isEqualTo(1 + run.onTheWay().count());
            run.assertWithinQuota();
        });
    }

    /** An audit that cannot fail shows nothing. */
    @Test
    void processes_with_buckets_of_their_own_are_refused() {
        try (Audit audit = start(SimulatedApiSettings.of(Audit.QUOTA), "limiter.store", "memory")
                .warmUp()) {
            AuditRun run = audit.run(CALLS / 5);
            assertThat(run.failures()).isEmpty();
            assertThat(run.log().refused().count()).isGreaterThan(WORKERS);
            assertThatThrownBy(run::assertWithinQuota).isInstanceOf(AssertionError.class);
        }
    }
}
