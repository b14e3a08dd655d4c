package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.StoreListener;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.FaultyProxy;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The breaker: what a store that is away costs, how its return is found out, and what the listeners are told. */
class ReachTests {

    private final Bucket bucket = Taken.bucket("reach", "1000/s", 1000);

    private final RedisServer server = RedisServer.start(Version.V7_0);

    private final FaultyProxy proxy = new FaultyProxy(this.server.port());

    private final RedisBucketStore store = new RedisBucketStore(settings(this.proxy.port()));

    private final Told told = new Told();

    private static final class Told implements StoreListener {

        private final List<String> news = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void paused(String contour, @Nullable String key, Pause pause) {}

        @Override
        public void unreachable(String contour, Throwable reason) {
            this.news.add(contour + " away");
        }

        @Override
        public void reachable(String contour) {
            this.news.add(contour + " back");
        }
    }

    private static LettuceConnectionFactory settings(int port) {
        return new LettuceConnectionFactory("127.0.0.1", port);
    }

    @BeforeEach
    void listen() {
        this.store.addListener(this.told);
        Taken.slot(this.store, this.bucket);
    }

    @AfterEach
    void end() {
        this.store.close();
        this.proxy.close();
        this.server.close();
    }

    private boolean fails() {
        return Taken.fails(this.store.book(this.bucket, Ask.one(1, Long.MAX_VALUE)));
    }

    private long millisOf(int calls) {
        long begun = System.nanoTime();
        for (int i = 0; i < calls; i++) {
            assertThat(fails()).isTrue();
        }
        return (System.nanoTime() - begun) / 1_000_000;
    }

    @Test
    void p53_after_one_time_out_a_silent_server_costs_nobody_anything() {
        this.server.ask("CLIENT", "PAUSE", "1500", "ALL");
        assertThat(millisOf(1)).isBetween(240L, 1_000L);
        // a hundred time-outs would be 25 s
        assertThat(millisOf(100)).isLessThan(240);
        assertThat(this.store.isReachable("reach")).isFalse();

        Await.until("the way back", () -> this.store.isReachable("reach"));
        assertThat(fails()).isFalse();
        assertThat(this.told.news).containsExactly("reach away", "reach back");
    }

    @Test
    void each_outage_is_told_once_whatever_is_asked_meanwhile() {
        for (int i = 0; i < 3; i++) {
            this.proxy.cut();
            Await.until("the way back", () -> this.store.isReachable("reach") && !fails());
        }
        assertThat(this.told.news).hasSizeGreaterThanOrEqualTo(2);
        for (int i = 0; i < this.told.news.size(); i++) {
            assertThat(this.told.news.get(i)).isEqualTo((i % 2 == 0) ? "reach away" : "reach back");
        }
    }

    @Test
    void a_loss_is_told_though_nobody_asks_and_so_is_the_return() {
        RedisServer gone = this.server;
        gone.kill();
        this.proxy.cut();
        Await.until("the loss", () -> this.told.news.equals(List.of("reach away")));
        try (RedisServer next = RedisServer.start(Version.V7_0)) {
            this.proxy.leadTo(next.port());
            Await.until("the return", () -> this.told.news.equals(List.of("reach away", "reach back")));
            assertThat(fails()).isFalse();
        }
    }

    @Test
    void p62_a_server_that_lets_nobody_write_is_away_and_is_tried_until_it_does() {
        this.server.ask("CONFIG", "SET", "maxmemory", "1");
        assertThat(fails()).isTrue();
        assertThat(millisOf(100)).isLessThan(240);
        this.server.ask("CONFIG", "SET", "maxmemory", "0");
        Await.until("the way back", () -> this.store.isReachable("reach"));
        assertThat(fails()).isFalse();
        assertThat(this.told.news).containsExactly("reach away", "reach back");
    }

    @Test
    void p62_a_user_who_may_not_run_scripts_has_no_store() {
        this.server.ask("ACL", "SETUSER", "limiter", "on", ">secret", "~*", "&*", "+@all", "-@scripting");
        RedisStandaloneConfiguration settings = new RedisStandaloneConfiguration("127.0.0.1", this.server.port());
        settings.setUsername("limiter");
        settings.setPassword("secret");
        try (RedisBucketStore forbidden = new RedisBucketStore(new LettuceConnectionFactory(settings))) {
            assertThat(Taken.fails(forbidden.book(this.bucket, Ask.one(1, Long.MAX_VALUE))))
                    .isTrue();
            assertThat(forbidden.isReachable("reach")).isFalse();
        }
    }

    @Test
    void p62_with_a_wrong_password_there_is_no_store_and_the_reason_does_not_name_it() {
        this.server.ask("ACL", "SETUSER", "limiter", "on", ">secret", "~*", "&*", "+@all");
        RedisStandaloneConfiguration settings = new RedisStandaloneConfiguration("127.0.0.1", this.server.port());
        settings.setUsername("limiter");
        settings.setPassword("wrong-password");
        List<String> reasons = Collections.synchronizedList(new ArrayList<>());
        try (RedisBucketStore locked = new RedisBucketStore(new LettuceConnectionFactory(settings))) {
            locked.addListener(new StoreListener() {
                @Override
                public void paused(String contour, @Nullable String key, Pause pause) {}

                @Override
                public void unreachable(String contour, Throwable reason) {
                    for (Throwable each = reason; each != null; each = each.getCause()) {
                        reasons.add(each.toString());
                    }
                }
            });
            assertThat(locked.isReachable("reach")).isFalse();
            assertThat(Taken.fails(locked.book(this.bucket, Ask.one(1, Long.MAX_VALUE))))
                    .isTrue();
            assertThat(reasons).anyMatch(reason -> reason.contains("WRONGPASS"));
            assertThat(reasons).noneMatch(reason -> reason.contains("wrong-password"));
        }
    }

    @Test
    void where_the_trial_passes_and_the_script_does_not_it_is_tried_less_and_less_often() {
        this.server.ask("ACL", "SETUSER", "default", "-exists");
        // a damaged value is what the script asks for with the command that is forbidden now
        this.server.ask("SET", RedisNames.bucket(this.bucket), "damaged");
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < 1_500_000_000L) {
            assertThat(fails()).isTrue();
        }
        // at once, after 50 ms, 100, 200, 400, 800: away and back each time
        assertThat(this.told.news.size()).isBetween(4, 16);
        this.server.ask("ACL", "SETUSER", "default", "+exists");
        Await.until("the way back", () -> !fails());
    }

    @Test
    void a_listener_that_throws_keeps_nobody_away() {
        this.store.addListener(new StoreListener() {
            @Override
            public void paused(String contour, @Nullable String key, Pause pause) {
                throw new IllegalStateException("cannot hear");
            }

            @Override
            public void unreachable(String contour, Throwable reason) {
                throw new IllegalStateException("cannot hear");
            }
        });
        this.proxy.cut();
        Await.until("the way back", () -> this.store.isReachable("reach") && !fails());
        Taken.pause(this.store, this.bucket, Duration.ofMillis(10));
    }

    @Test
    void a_contour_that_nobody_has_asked_for_is_as_reachable_as_the_server() {
        assertThat(this.store.isReachable("another")).isTrue();
        this.server.kill();
        Await.until("the loss", () -> !this.store.isReachable("another"));
    }

    @Test
    void p65_an_unroutable_server_keeps_a_start_for_two_seconds_at_most() {
        long begun = System.nanoTime();
        // a listener that accepts nobody: the handshake is never answered
        this.proxy.loseReplies(true);
        try (RedisBucketStore early = new RedisBucketStore(settings(this.proxy.port()), Duration.ofMillis(100))) {
            assertThat((System.nanoTime() - begun) / 1_000_000).isLessThan(2_500);
            assertThat(early.isConnected()).isFalse();
            this.proxy.loseReplies(false);
            Await.until("a connection", early::isConnected);
        }
    }
}
