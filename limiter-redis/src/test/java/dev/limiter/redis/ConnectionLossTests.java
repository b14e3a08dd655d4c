package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.Reply;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.FaultyProxy;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Between the process and Redis lies a network. */
class ConnectionLossTests {

    private final Bucket bucket = Taken.bucket("net", "1/h", 1_000);

    private RedisServer server = RedisServer.start(Version.V7_0);

    private final FaultyProxy proxy = new FaultyProxy(this.server.port());

    private final RedisBucketStore store =
            new RedisBucketStore(new LettuceConnectionFactory("127.0.0.1", this.proxy.port()));

    @BeforeEach
    void begin() {
        Await.until("a connection", this.store::isConnected);
        Taken.slot(this.store, this.bucket);
    }

    @AfterEach
    void end() {
        this.store.close();
        this.proxy.close();
        this.server.close();
    }

    private CompletionStage<Reply> book() {
        return this.store.book(this.bucket, Ask.one(1, Long.MAX_VALUE));
    }

    private long scripts() {
        return ScriptCacheTests.calls(this.server, "evalsha");
    }

    @Test
    void p53_a_silent_server_costs_a_caller_the_time_out_and_no_more() {
        this.server.ask("CLIENT", "PAUSE", "3000", "ALL");
        long started = System.nanoTime();
        assertThat(Taken.fails(book())).isTrue();
        assertThat((System.nanoTime() - started) / 1_000_000).isBetween(240L, 1_500L);
        assertThatThrownBy(() -> book().toCompletableFuture().get()).hasCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void a_call_that_comes_when_its_caller_has_given_up_charges_nothing() {
        Reply before = Taken.look(this.store, this.bucket);
        this.server.ask("CLIENT", "PAUSE", "600", "ALL");
        assertThat(Taken.fails(book())).isTrue();
        Await.until("the server to go on", () -> this.store.isReachable(this.bucket.contour()));
        // the same microsecond of refill, but for the drift of two clocks
        assertThat(Taken.look(this.store, this.bucket).fullAt().get(0).micros())
                .isBetween(
                        before.fullAt().get(0).micros() - 20_000,
                        before.fullAt().get(0).micros() + 20_000);
    }

    @Test
    void nothing_is_sent_twice_when_a_connection_breaks_before_its_replies() {
        long before = scripts();
        this.proxy.loseReplies(true);
        List<CompletionStage<Reply>> unknown = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            unknown.add(book());
        }
        // two are under way, and the others wait for them
        Await.until("the calls", () -> scripts() == before + 2);
        this.proxy.loseReplies(false);
        this.proxy.cut();
        unknown.forEach(each -> assertThat(Taken.fails(each)).isTrue());

        Await.until("a connection", () -> !Taken.fails(book()));
        // one before the five, the two that were sent, and the one that was answered: each once
        assertThat(1_000 - left()).isEqualTo(4);
    }

    private long left() {
        Reply reply = Taken.look(this.store, this.bucket);
        long missing = reply.fullAt().get(0).micros() - this.store.ticker().micros();
        return 1_000 - Math.round(missing / 3_600_000_000.0);
    }

    @Test
    void while_there_is_no_connection_calls_fail_at_once_and_after_it_they_do_not() {
        int port = this.server.port();
        this.server.close();
        Await.until("the loss", () -> Taken.fails(book()));
        long started = System.nanoTime();
        for (int i = 0; i < 100; i++) {
            assertThat(Taken.fails(book())).isTrue();
        }
        assertThat((System.nanoTime() - started) / 1_000_000).isLessThan(200);

        this.server = RedisServer.startOn(Version.V7_0, port);
        long up = System.nanoTime();
        Await.until("an answer", () -> !Taken.fails(book()));
        assertThat((System.nanoTime() - up) / 1_000_000).isLessThan(1_000);
    }

    @Test
    void p50_a_master_that_became_a_replica_is_left_for_the_one_that_the_address_leads_to() {
        try (RedisServer next = RedisServer.start(Version.V7_0)) {
            this.server.ask("REPLICAOF", "127.0.0.1", "" + next.port());
            this.proxy.leadTo(next.port());
            Await.until("the new master", () -> !Taken.fails(book()) && ScriptCacheTests.calls(next, "eval") > 0);
        }
    }

    @Test
    void p50_it_is_left_also_where_calls_have_failed_before_and_only_the_trial_can_tell() {
        this.proxy.delay(400);
        assertThat(Taken.fails(book())).isTrue();
        try (RedisServer next = RedisServer.start(Version.V7_0)) {
            this.server.ask("REPLICAOF", "127.0.0.1", "" + next.port());
            this.proxy.leadTo(next.port());
            this.proxy.delay(0);
            Await.until("the new master", () -> !Taken.fails(book()) && ScriptCacheTests.calls(next, "eval") > 0);
        }
    }

    @Test
    void a_connection_whose_other_end_is_gone_without_a_word_is_replaced() {
        this.proxy.loseRepliesOfOpenConnections();
        assertThat(Taken.fails(book())).isTrue();
        Await.until("another connection", () -> !Taken.fails(book()));
    }

    @Test
    void p65_a_store_comes_up_without_redis_and_finds_it_later() {
        int port = RedisServer.freePort();
        try (RedisBucketStore early = new RedisBucketStore(new LettuceConnectionFactory("127.0.0.1", port))) {
            assertThat(Taken.fails(early.book(this.bucket, Ask.one(1, Long.MAX_VALUE))))
                    .isTrue();
            try (RedisServer late = RedisServer.startOn(Version.V7_0, port)) {
                Await.until("an answer", () -> !Taken.fails(early.book(this.bucket, Ask.one(1, Long.MAX_VALUE))));
                assertThat(late.ask("EXISTS", RedisNames.bucket(this.bucket))).isEqualTo("1");
            }
        }
    }
}
