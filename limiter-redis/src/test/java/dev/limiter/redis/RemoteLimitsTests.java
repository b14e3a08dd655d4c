package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.bucket.Bucket;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import dev.limiter.gate.GateRegistry;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.FaultyProxy;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Limits that somebody changes in one process hold in the others, whatever happens to Redis and the way there. */
class RemoteLimitsTests {

    private static final String NAME = RedisNames.limits("shared");

    private static final Limit SLOW = new Limit(Rate.parse("7/h"), 3, Duration.ZERO);

    private static final Limit SLOWER = new Limit(Rate.parse("6/h"), 2, Duration.ZERO);

    private static final Limit CONFIGURED = new Limit(Rate.parse("50/s"), 5, Duration.ZERO);

    private static final long WEEK_MILLIS = 604_800_000;

    private RedisServer server = RedisServer.start(Version.V7_0);

    private final FaultyProxy proxy = new FaultyProxy(this.server.port());

    private final List<AutoCloseable> open = new ArrayList<>();

    private final Process one = process(this.server.port());

    /** Its way to Redis can be disturbed. */
    private final Process other = process(this.proxy.port());

    private record Process(RedisBucketStore store, GateRegistry registry) {

        List<Limit> limits() {
            return this.registry.limits("shared");
        }

        void change(Limit limit) {
            Taken.await(this.registry.changeLimits("shared", List.of(limit)));
        }
    }

    private Process process(int port) {
        RedisBucketStore store = new RedisBucketStore(new LettuceConnectionFactory("127.0.0.1", port));
        GateRegistry registry = GateRegistry.builder(store)
                .contours(List.of(Taken.contour("shared", "50/s", 5).build()))
                .build();
        this.open.add(registry);
        this.open.add(store);
        return new Process(store, registry);
    }

    private void begin() {
        Await.until(
                "the channels",
                () -> this.one.store().hearsOfPauses("shared")
                        && this.other.store().hearsOfPauses("shared"));
    }

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable each : this.open) {
            each.close();
        }
        this.proxy.close();
        this.server.close();
    }

    private static void awaitLimits(Process process, Limit limit) {
        Await.until(limit + " there", () -> process.limits().equals(List.of(limit)));
    }

    /** Real time, which is what is promised. */
    private static void awaitLimitsWithinASecond(Process process, Limit limit) {
        long begun = System.nanoTime();
        awaitLimits(process, limit);
        assertThat((System.nanoTime() - begun) / 1_000_000).isLessThan(1_000);
    }

    private String stored() {
        return this.server.ask("GET", NAME);
    }

    private long expiry() {
        return Long.parseLong(this.server.ask("PTTL", NAME));
    }

    @Test
    void a_change_holds_in_the_other_process_within_a_second_and_so_does_its_end() {
        begin();
        this.one.change(SLOW);
        assertThat(this.one.limits()).containsExactly(SLOW);
        awaitLimitsWithinASecond(this.other, SLOW);
        assertThat(stored()).endsWith(" 7/h capacity 3 jitter 0us");
        assertThat(expiry()).isBetween(WEEK_MILLIS - 60_000, WEEK_MILLIS);
        assertThat(this.other.registry().limiter("shared").tryAcquire(3)).isPresent();
        assertThat(this.one.registry().limiter("shared").tryAcquire(1)).isEmpty();

        Taken.await(this.other.registry().resetLimits("shared"));
        awaitLimitsWithinASecond(this.one, CONFIGURED);
        assertThat(stored()).endsWith(" configured");
    }

    @Test
    void neither_process_takes_the_change_for_a_disagreement() {
        begin();
        for (Process each : List.of(this.one, this.other)) {
            assertThat(each.registry().limiter("shared", "tenant").tryAcquire(1))
                    .isPresent();
        }
        assertThat(this.one.registry().limiter("shared", "idle").tryAcquire(1)).isPresent();
        this.one.change(SLOW);
        awaitLimits(this.other, SLOW);
        // beyond the time in which nothing is told at all, with a bucket that was last counted before the change
        long later = System.nanoTime() + 2_100_000_000L;
        Await.until("two seconds", () -> System.nanoTime() > later);
        for (Process each : List.of(this.one, this.other)) {
            each.registry().limiter("shared", "tenant").tryAcquire(1);
            each.registry().limiter("shared", "idle").tryAcquire(1);
            assertThat(each.registry().limitsDiffer("shared")).isFalse();
        }
        // a process that runs something else is one
        Bucket different = Taken.bucket("shared", "50/s", 5);
        for (int i = 0; i < 2; i++) {
            this.one.registry().limiter("shared").tryAcquire(1);
            Taken.slot(this.one.store(), different);
        }
        assertThat(this.one.registry().limitsDiffer("shared")).isTrue();
    }

    @Test
    void a_process_that_starts_takes_what_was_changed_and_a_use_keeps_it_alive() {
        this.one.change(SLOW);
        this.server.ask("PEXPIRE", NAME, "50000");
        Process late = process(this.server.port());
        awaitLimits(late, SLOW);
        assertThat(expiry()).isLessThanOrEqualTo(50_000);

        assertThat(late.registry().limiter("shared").tryAcquire(1)).isPresent();
        Await.until("a longer life", () -> expiry() > WEEK_MILLIS - 60_000);
        assertThat(this.other.registry().limiter("shared").tryAcquire(3)).isEmpty();
    }

    @Test
    void a_process_whose_channel_was_lost_without_a_word_learns_of_it_at_its_calls_within_a_second() {
        begin();
        this.proxy.loseRepliesOfListeners();
        this.one.change(SLOW);
        long begun = System.nanoTime();
        Await.until("the change", () -> {
            this.other.registry().limiter("shared").tryAcquire(1);
            return this.other.limits().equals(List.of(SLOW));
        });
        assertThat((System.nanoTime() - begun) / 1_000_000).isLessThan(1_000);
    }

    @Test
    void a_process_that_had_no_connection_reads_what_was_changed_meanwhile() {
        begin();
        this.one.change(SLOW);
        awaitLimits(this.other, SLOW);
        this.proxy.loseReplies(true);
        Await.until("the loss", () -> !this.other.store().hearsOfPauses("shared"));
        this.one.change(SLOWER);
        this.proxy.cut();
        this.proxy.loseReplies(false);

        awaitLimits(this.other, SLOWER);
    }

    @Test
    void what_a_flushed_redis_has_lost_is_written_again_at_the_next_call_of_whoever_knows_it() {
        begin();
        assertThat(this.one.registry().limiter("shared").tryAcquire(1)).isPresent();
        this.one.change(SLOW);
        awaitLimits(this.other, SLOW);
        String before = stored();
        this.server.ask("FLUSHALL");

        this.one.registry().limiter("shared").tryAcquire(1);
        Await.until("it there again", () -> stored().equals(before));
        awaitLimits(process(this.server.port()), SLOW);
    }

    @Test
    void what_a_redis_has_lost_that_came_back_empty_is_written_again_without_a_call() {
        begin();
        this.one.change(SLOW);
        this.server = this.server.restart();

        Await.until("it there again", () -> stored().endsWith("7/h capacity 3 jitter 0us"));
    }

    @Test
    void what_was_reset_does_not_come_back_through_somebody_who_has_not_heard_of_it() {
        begin();
        this.one.change(SLOW);
        awaitLimits(this.other, SLOW);
        String old = stored();
        Taken.await(this.one.registry().resetLimits("shared"));
        // as a process writes it that knows no better
        this.server.ask("SET", NAME, old);
        this.server.ask("PUBLISH", RedisNames.pauseChannel("shared"), "limits " + old);

        Await.until("the end of it", () -> stored().endsWith(" configured"));
        awaitLimits(this.other, CONFIGURED);
        assertThat(this.one.limits()).containsExactly(CONFIGURED);
    }

    @Test
    void a_damaged_value_counts_as_none_and_the_next_change_mends_it() {
        this.server.ask("SET", NAME, "what is this?");
        Process late = process(this.server.port());
        Await.until("the channel", () -> late.store().hearsOfPauses("shared"));
        assertThat(late.registry().limiter("shared").tryAcquire(5)).isPresent();
        assertThat(late.limits()).containsExactly(CONFIGURED);

        late.change(SLOW);
        awaitLimits(this.one, SLOW);
        assertThat(stored()).endsWith("7/h capacity 3 jitter 0us");
    }

    @Test
    void a_value_of_another_type_counts_as_none_too() {
        this.server.ask("LPUSH", NAME, "1");
        Process late = process(this.server.port());
        assertThat(late.registry().limiter("shared").tryAcquire(5)).isPresent();
        late.change(SLOW);
        assertThat(stored()).endsWith("7/h capacity 3 jitter 0us");
    }

    /** What a process asks when it has begun to hear of changes has been asked. */
    private void awaitQuiet() {
        AtomicLong reads = new AtomicLong(-1);
        AtomicLong since = new AtomicLong();
        Await.until("quiet", () -> {
            long now = ScriptCacheTests.calls(this.server, "mget");
            if (reads.getAndSet(now) != now) {
                since.set(System.nanoTime());
            }
            return System.nanoTime() - since.get() > 500_000_000L;
        });
    }

    @Test
    void a_contour_whose_limits_nobody_has_changed_costs_no_call_and_leaves_no_key() {
        begin();
        assertThat(this.one.registry().limiter("shared").tryAcquire(1)).isPresent();
        awaitQuiet();
        long scripts = ScriptCacheTests.calls(this.server, "evalsha");
        long reads = ScriptCacheTests.calls(this.server, "mget");
        for (int i = 0; i < 4; i++) {
            assertThat(this.one.registry().limiter("shared").tryAcquire(1)).isPresent();
        }
        assertThat(ScriptCacheTests.calls(this.server, "evalsha") - scripts).isEqualTo(4);
        // the script's own
        assertThat(ScriptCacheTests.calls(this.server, "mget") - reads).isEqualTo(4);
        assertThat(this.server.ask("EXISTS", NAME)).isEqualTo("0");
    }

    @Test
    void what_cannot_be_read_and_is_numbered_later_is_not_written_over_again_and_again() {
        begin();
        this.one.change(SLOW);
        String foreign = "900000000000000 8 per second";
        this.server.ask("SET", NAME, foreign);
        long scripts = ScriptCacheTests.calls(this.server, "evalsha");
        this.server.ask("PUBLISH", RedisNames.pauseChannel("shared"), "limits " + foreign);
        long later = System.nanoTime() + 300_000_000L;
        Await.until("a moment", () -> System.nanoTime() > later);

        assertThat(ScriptCacheTests.calls(this.server, "evalsha") - scripts).isLessThan(10);
        assertThat(this.one.limits()).containsExactly(SLOW);
        this.one.change(SLOWER);
        awaitLimits(this.other, SLOWER);
    }
}
