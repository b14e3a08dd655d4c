package dev.limiter.sample.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.RedisCluster;
import dev.limiter.redis.server.RedisSentinels;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three processes that wait, and whose Redis is killed in the middle of a run; its replica takes its place. */
@Timeout(240)
class FailoverAuditTests {

    private static final int WORKERS = 3;

    private static final int CALLS = 60;

    private static final int MIDDLE = 70;

    /** What it takes a client to be told of the next master, or to ask. */
    private static final Duration FOUND = Duration.ofSeconds(1);

    private long backMicros;

    @BeforeAll
    static void needsRedis() {
        Assumptions.assumeTrue(Version.V7_0.isShipped());
    }

    private static String addresses(List<RedisServer> servers) {
        return servers.stream().map(server -> "127.0.0.1:" + server.port()).collect(Collectors.joining(","));
    }

    @Test
    void sentinels_lead_three_processes_to_the_next_master() {
        judge(() -> {
            try (RedisSentinels sentinels = RedisSentinels.start(Version.V7_0)) {
                Map<String, String> redis = Map.of(
                        "SPRING_DATA_REDIS_SENTINEL_MASTER",
                        RedisSentinels.MASTER,
                        "SPRING_DATA_REDIS_SENTINEL_NODES",
                        addresses(sentinels.sentinels()));
                return run(
                        redis,
                        sentinels.master(),
                        () -> sentinels.sentinels().stream()
                                .allMatch(sentinel -> sentinel.ask(
                                                "SENTINEL", "GET-MASTER-ADDR-BY-NAME", RedisSentinels.MASTER)
                                        .endsWith("" + sentinels.replica().port())));
            }
        });
    }

    @Test
    void a_cluster_leads_them_there_too() {
        judge(() -> {
            try (RedisCluster cluster = RedisCluster.start(Version.V7_0)) {
                RedisServer master = cluster.holderOf("{datacite}");
                Map<String, String> redis = Map.of("SPRING_DATA_REDIS_CLUSTER_NODES", addresses(cluster.nodes()));
                RedisServer replica = cluster.startReplicaOf(master);
                return run(redis, master, () -> replica.ask("ROLE").startsWith("master"));
            }
        });
    }

    /** Kills the master in the middle. */
    private AuditRun run(Map<String, String> redis, RedisServer master, BooleanSupplier promoted) {
        try (Audit audit = Audit.start(WORKERS, Audit.LENIENT, redis).warmUp()) {
            audit.run(CALLS / WORKERS);
            Audit.Going run = audit.begin(CALLS).awaitArrivals(MIDDLE);
            master.kill();
            Await.until("the next master", promoted);
            this.backMicros = run.nowMicros();
            return run.end();
        }
    }

    private void judge(Supplier<AuditRun> failover) {
        OnTime.judge(failover, run -> run.assertComplete(WORKERS * CALLS), run -> {
            run.assertWithinQuota();
            assertThat(run.longestWait(this.backMicros))
                    .as("seconds without a permit since then, of %s", run)
                    .isLessThanOrEqualTo(FOUND.toNanos() / 1e9);
        });
    }
}
