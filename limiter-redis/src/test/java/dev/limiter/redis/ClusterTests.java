package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.Pause;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.RedisCluster;
import dev.limiter.redis.server.RedisSentinels;
import dev.limiter.redis.server.RedisServer.Version;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class ClusterTests {

    private static LettuceConnectionFactory settings(RedisCluster cluster) {
        List<String> nodes =
                cluster.nodes().stream().map(node -> "127.0.0.1:" + node.port()).toList();
        return new LettuceConnectionFactory(new RedisClusterConfiguration(nodes));
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void p49_contours_of_any_name_work_on_every_node_of_a_cluster(Version version) {
        try (RedisCluster cluster = RedisCluster.start(version);
                RedisBucketStore store = new RedisBucketStore(settings(cluster));
                RedisBucketStore other = new RedisBucketStore(settings(cluster))) {
            Await.until("connections", () -> store.isConnected() && other.isConnected());
            Queue<Pause> told = new ConcurrentLinkedQueue<>();
            other.addListener((contour, key, pause) -> told.add(pause));
            for (int i = 0; i < 12; i++) {
                Bucket bucket =
                        Bucket.of(Taken.contour("contour:" + i, "2/s", 3).build(), (i % 2 == 0) ? "" : "{key} " + i);
                Taken.slots(store, bucket, 3);
                assertThat(Taken.take(other, bucket)).isFalse();
                Await.until("the channel", () -> other.hearsOfPauses(bucket.contour()));
                told.clear();
                Pause wide = Taken.pauseContour(store, bucket, Duration.ofSeconds(30));
                Await.until("the news", () -> !told.isEmpty());
                assertThat(told.element().number()).isEqualTo(wide.number());
                assertThat(Taken.slot(other, bucket).at()).isGreaterThan(wide.until() - 10_000);
            }
            cluster.nodes()
                    .forEach(node ->
                            assertThat(Long.parseLong(node.ask("DBSIZE"))).isPositive());
            cluster.askAll("SCRIPT", "FLUSH");
            for (int i = 0; i < 12; i++) {
                Taken.slot(store, Taken.bucket("contour:" + i, "2/s", 3));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void operations_of_any_contour_and_id_are_claimed_once_on_every_node_of_a_cluster(Version version) {
        try (RedisCluster cluster = RedisCluster.start(version);
                RedisBucketStore store = new RedisBucketStore(settings(cluster));
                RedisBucketStore other = new RedisBucketStore(settings(cluster))) {
            Await.until("connections", () -> store.isConnected() && other.isConnected());
            Duration day = Duration.ofDays(1);
            for (int i = 0; i < 12; i++) {
                String contour = "contour:" + i;
                String id = "{order} ".repeat(1 + 40 * (i % 2)) + i;
                assertThat(Taken.await(store.operations().claim(contour, id, "one", day))
                                .claimed())
                        .isTrue();
                assertThat(Taken.await(other.operations().claim(contour, id, "two", day))
                                .claimed())
                        .isFalse();
            }
            cluster.nodes()
                    .forEach(node ->
                            assertThat(Long.parseLong(node.ask("DBSIZE"))).isPositive());
            cluster.askAll("SCRIPT", "FLUSH");
            for (int i = 0; i < 12; i++) {
                String id = "{order} ".repeat(1 + 40 * (i % 2)) + i;
                assertThat(Taken.await(other.operations().release("contour:" + i, id)))
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void sentinels_lead_to_the_next_master_within_seconds(Version version) {
        try (RedisSentinels sentinels = RedisSentinels.start(version)) {
            RedisSentinelConfiguration settings = new RedisSentinelConfiguration().master(RedisSentinels.MASTER);
            sentinels.sentinels().forEach(each -> settings.sentinel("127.0.0.1", each.port()));
            Bucket bucket = Taken.bucket("failover", "1/h", 10);
            try (RedisBucketStore store = new RedisBucketStore(new LettuceConnectionFactory(settings))) {
                Await.until("a connection", store::isConnected);
                Taken.slots(store, bucket, 9);
                Await.until(
                        "the replica", () -> sentinels.replica().ask("DBSIZE").equals("1"));
                sentinels.master().kill();
                Await.until("an answer", () -> !Taken.fails(store.book(bucket, Ask.one(1, Long.MAX_VALUE))));
                // another server may have lost what others took: whatever it was, nothing more goes out at once
                assertThat(Taken.take(store, bucket)).isFalse();
            }
        }
    }
}
