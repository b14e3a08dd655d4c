package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.redis.server.Await;
import org.junit.jupiter.api.Test;

/** What is stored in the place of a contour's limits and cannot be read. */
class UnreadableLimitsTests extends TwoProcesses {

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
