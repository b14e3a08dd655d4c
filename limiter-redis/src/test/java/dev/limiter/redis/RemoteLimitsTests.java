package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.bucket.Bucket;
import dev.limiter.redis.server.Await;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Limits that somebody changes in one process hold in the others, whatever happens to Redis and the way there. */
class RemoteLimitsTests extends TwoProcesses {

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
    void what_was_heard_of_while_an_answer_without_it_was_on_its_way_is_not_taken_for_lost() {
        begin();
        awaitQuiet();
        this.proxy.delayAnswers(150);
        this.other.store().followLimits("shared");
        this.one.change(SLOW);
        awaitLimits(this.other, SLOW);
        this.server.ask("PEXPIRE", NAME, "50000");
        long scripts = ScriptCacheTests.calls(this.server, "evalsha");
        // the answer has come when it is asked again
        long reads = ScriptCacheTests.calls(this.server, "mget");
        Await.until("the second question", () -> ScriptCacheTests.calls(this.server, "mget") > reads);
        this.proxy.delayAnswers(0);
        awaitQuiet();

        assertThat(ScriptCacheTests.calls(this.server, "evalsha")).isEqualTo(scripts);
        assertThat(expiry()).isLessThanOrEqualTo(50_000);
    }

    @Test
    void a_process_that_starts_takes_what_was_changed_and_a_use_keeps_it_alive() {
        begin();
        this.one.change(SLOW);
        awaitLimits(this.other, SLOW);
        awaitQuiet();
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
}
