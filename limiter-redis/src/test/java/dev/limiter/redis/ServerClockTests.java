package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.Slot;
import dev.limiter.bucket.Ticker;
import dev.limiter.bucket.VirtualTicker;
import dev.limiter.redis.server.RedisServer.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The server's clock is the bucket's, whatever processes think; and where it steps, the bucket goes on. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServerClockTests {

    private final TestLink redis = TestLink.start(Version.V7_0);

    private final List<RedisBucketStore> stores = new ArrayList<>();

    private VirtualTicker ticker = new VirtualTicker();

    private VirtualTicker server = new VirtualTicker();

    @BeforeEach
    void begin() {
        this.redis.server().ask("FLUSHALL");
        this.ticker = new VirtualTicker();
        this.server = new VirtualTicker();
    }

    @AfterEach
    void end() {
        this.stores.forEach(RedisBucketStore::close);
        this.stores.clear();
    }

    @AfterAll
    void stop() {
        this.redis.close();
    }

    private RedisBucketStore store() {
        RedisBucketStore store = this.redis.storeAt(this.ticker, this.server);
        this.stores.add(store);
        return store;
    }

    private void advance(Duration time) {
        this.ticker.advance(time);
        this.server.advance(time);
    }

    @Test
    void p43_a_step_ahead_refills_nothing_and_ends_no_pause_for_a_process_that_lives() {
        Bucket bucket = Taken.bucket("p43", "1/h", 3);
        RedisBucketStore store = store();
        Taken.slots(store, bucket, 3);
        this.server.advance(Duration.ofHours(1));
        advance(Duration.ofSeconds(1));
        assertThat(Taken.take(store, bucket)).isFalse();

        Pause pause = Taken.pause(store, bucket, Duration.ofSeconds(10));
        this.server.advance(Duration.ofHours(5));
        advance(Duration.ofSeconds(5));
        assertThat(Taken.take(store, bucket)).isFalse();
        assertThat(Taken.look(store, bucket).pause().until()).isBetween(pause.until(), pause.until() + 5_000);
        // the pause ends in five seconds, with an empty bucket
        advance(Duration.ofHours(1));
        assertThat(Taken.take(store, bucket)).isFalse();
        advance(Duration.ofSeconds(6));
        assertThat(Taken.take(store, bucket)).isTrue();
    }

    @Test
    void p43_a_step_ahead_that_nobody_living_has_seen_gives_at_most_one_capacity() {
        Bucket bucket = Taken.bucket("p43", "1/h", 3);
        Taken.slots(store(), bucket, 3);
        this.server.advance(Duration.ofDays(1));
        RedisBucketStore stranger = store();
        long now = this.ticker.micros();
        assertThat(Taken.slots(stranger, bucket, 4)).containsExactly(now, now, now, now + 3_600_000_000L);
    }

    @Test
    void a_step_back_stalls_nobody() {
        Bucket bucket = Taken.bucket("back", "1/s", 3);
        RedisBucketStore store = store();
        Taken.slots(store, bucket, 4);
        this.server.advance(Duration.ofHours(-1));
        advance(Duration.ofSeconds(2));

        // what passed between the two calls does not count; from here on it does
        Slot next = Taken.slot(store, bucket);
        assertThat(next.at() - this.ticker.micros()).isBetween(0L, 2_000_000L);
        advance(Duration.ofSeconds(5));
        assertThat(Taken.take(store, bucket)).isTrue();
        assertThat(Taken.slot(store(), bucket).at()).isLessThanOrEqualTo(this.ticker.micros() + 1_000_000);
    }

    @Test
    void a_step_back_makes_no_pause_longer_than_it_was_set_for() {
        Bucket bucket = Taken.bucket("back", "1/s", 3);
        RedisBucketStore store = store();
        Taken.pause(store, bucket, Duration.ofSeconds(10));
        Taken.pauseContour(store, bucket, Duration.ofSeconds(10));
        this.server.advance(Duration.ofDays(-1));
        advance(Duration.ofSeconds(1));
        assertThat(Taken.slot(store, bucket).at()).isLessThanOrEqualTo(this.ticker.micros() + 11_000_000);
    }

    @Test
    void p40_processes_whose_clocks_differ_by_seconds_share_one_limit_and_one_pause() {
        Bucket bucket = Taken.bucket("p40", "4/s", 4);
        Ticker ahead = () -> Ticker.system().micros() + 10_000_000;
        try (RedisBucketStore one = real(Ticker.system());
                RedisBucketStore other = real(ahead)) {
            List<Slot> sent = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                sent.add(Taken.slot(one, bucket));
                Slot slot = Taken.slot(other, bucket);
                sent.add(new Slot(slot.at() - 10_000_000, slot.cost(), slot.serial()));
            }
            long spread = sent.get(39).at() - sent.get(0).at();
            assertThat(spread).isBetween(8_990_000L, 9_050_000L);

            Pause pause = Taken.pause(one, bucket, Duration.ofSeconds(60));
            assertThat(Taken.look(other, bucket).pause().until() - 10_000_000)
                    .isBetween(pause.until() - 50_000, pause.until() + 50_000);
        }
    }

    private RedisBucketStore real(Ticker ticker) {
        return new RedisBucketStore(
                this.redis.link(), false, new StoreSettings(ticker, null, Duration.ofMillis(2_000)));
    }

    @Test
    void a_slot_is_never_earlier_than_on_the_servers_clock() {
        BucketClock clock = new BucketClock();
        // asked at 100, answered at 300, and the server's clock was 1,000 ahead of ours when it read 1,180
        clock.observe(1_180, 100, 300);
        assertThat(clock.toOwn(1_180)).isEqualTo(300);
        clock.observe(1_410, 400, 420);
        assertThat(clock.toOwn(1_410)).isEqualTo(420);
        clock.observe(2_600, 1_000, 2_000);
        assertThat(clock.toOwn(2_600)).isBetween(1_600L, 1_612L);
    }

    @Test
    void bounds_that_contradict_each_other_are_a_step() {
        BucketClock clock = new BucketClock();
        clock.observe(1_000_000, 0, 100);
        clock.observe(500_000, 200, 300);
        assertThat(clock.toOwn(500_000)).isEqualTo(300);
        assertThat(clock.isKnownWithin(150, 300)).isTrue();
    }

    @Test
    void what_was_observed_long_ago_says_little() {
        BucketClock clock = new BucketClock();
        assertThat(clock.isKnown()).isFalse();
        clock.observe(1_000_000, 0, 100);
        assertThat(clock.isKnownWithin(250_000, 100)).isTrue();
        assertThat(clock.isKnownWithin(250_000, 3_600_000_000L)).isFalse();
    }
}
