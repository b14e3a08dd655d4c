package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.Ticker;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.FaultyProxy;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class ScriptCacheTests {

    private final Bucket bucket = Taken.bucket("p46", "1000000/s", 1000);

    @ParameterizedTest
    @EnumSource(Version.class)
    void p46_an_emptied_script_cache_costs_one_more_call_and_fails_nobody(Version version) {
        try (RedisServer server = RedisServer.start(version);
                RedisBucketStore store = new RedisBucketStore(TestLink.settings(server))) {
            Await.until("a connection", store::isConnected);
            Taken.slot(store, this.bucket);
            server.ask("CONFIG", "RESETSTAT");
            server.ask("SCRIPT", "FLUSH");

            Taken.slots(store, this.bucket, 20);

            assertThat(calls(server, "eval")).isEqualTo(1);
            assertThat(calls(server, "evalsha")).isEqualTo(20);
        }
    }

    @Test
    void an_idle_contour_costs_one_call_a_permit() {
        try (RedisServer server = RedisServer.start(Version.V7_0);
                RedisBucketStore store = new RedisBucketStore(TestLink.settings(server))) {
            Await.until("a connection", store::isConnected);
            Taken.slot(store, this.bucket);
            server.ask("CONFIG", "RESETSTAT");
            Taken.slots(store, this.bucket, 50);
            assertThat(calls(server, "evalsha")).isEqualTo(50);
            assertThat(calls(server, "eval")).isZero();
        }
    }

    @Test
    void p46_a_restarted_server_is_used_again_at_once() {
        RedisServer server = RedisServer.start(Version.V7_0);
        try (RedisBucketStore store = new RedisBucketStore(TestLink.settings(server))) {
            Await.until("a connection", store::isConnected);
            Taken.slot(store, this.bucket);
            server = server.restart();
            long started = System.nanoTime();
            Await.until("an answer", () -> !Taken.fails(store.book(this.bucket, Ask.one(1, Long.MAX_VALUE))));
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(2));
            Taken.slots(store, this.bucket, 5);
        } finally {
            server.close();
        }
    }

    @Test
    void p48_the_script_gets_there_though_every_caller_has_given_up() {
        try (RedisServer server = RedisServer.start(Version.V7_0);
                FaultyProxy proxy = new FaultyProxy(server.port());
                RedisBucketStore store = new RedisBucketStore(
                        new LettuceConnectionFactory("127.0.0.1", proxy.port()),
                        new StoreSettings(Ticker.system(), null, Duration.ofMillis(40)))) {
            Await.until("a connection", store::isConnected);
            proxy.delay(25);
            assertThat(Taken.fails(store.book(this.bucket, Ask.one(1, Long.MAX_VALUE))))
                    .isTrue();
            // run, where the time-out itself came late
            Await.until("the script", () -> calls(server, "script|load") + calls(server, "eval") == 1);
            proxy.delay(2);
            Await.until("an answer", () -> !Taken.fails(store.book(this.bucket, Ask.one(1, Long.MAX_VALUE))));
        }
    }

    static long calls(RedisServer server, String command) {
        Matcher matcher = Pattern.compile("cmdstat_" + Pattern.quote(command) + ":calls=(\\d+)")
                .matcher(server.ask("INFO", "commandstats"));
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }
}
