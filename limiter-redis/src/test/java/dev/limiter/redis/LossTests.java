package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.Reply;
import dev.limiter.bucket.Slot;
import dev.limiter.bucket.VirtualTicker;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import dev.limiter.redis.server.RedisServer.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Redis forgets, or remembers wrongly: the limit and the pause hold all the same. In virtual time. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LossTests {

    private final TestLink redis = TestLink.start(Version.V7_0);

    private VirtualTicker ticker = new VirtualTicker();

    private final List<RedisBucketStore> stores = new ArrayList<>();

    @BeforeEach
    void begin() {
        this.redis.server().ask("FLUSHALL");
        this.ticker = new VirtualTicker();
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
        RedisBucketStore store = this.redis.storeAt(this.ticker);
        this.stores.add(store);
        return store;
    }

    private void advance(double seconds) {
        this.ticker.advance(Duration.ofNanos(Math.round(seconds * 1e6) * 1000));
    }

    @Test
    void a_flushed_bucket_begins_anew_as_if_all_others_had_taken_what_they_could() {
        Bucket bucket = Taken.bucket("flush", "2/s", 4);
        RedisBucketStore store = store();
        Taken.slot(store, bucket);
        this.redis.server().ask("FLUSHALL");

        // a quarter of a second is the horizon: from then on it refills from empty
        long[] slots = Taken.slots(store, bucket, 3);
        long now = this.ticker.micros();
        assertThat(slots).containsExactly(now + 750_000, now + 1_250_000, now + 1_750_000);
    }

    @Test
    void the_second_to_see_a_loss_charges_nothing_more() {
        Bucket bucket = Taken.bucket("second", "2/s", 4);
        RedisBucketStore first = store();
        RedisBucketStore second = store();
        Taken.slot(first, bucket);
        Taken.slot(second, bucket);
        this.redis.server().ask("FLUSHALL");

        long now = this.ticker.micros();
        assertThat(Taken.slot(first, bucket).at()).isEqualTo(now + 750_000);
        assertThat(Taken.slot(second, bucket).at()).isEqualTo(now + 1_250_000);
        assertThat(Taken.slot(first, bucket).at()).isEqualTo(now + 1_750_000);
    }

    @Test
    void p57_a_pause_comes_back_from_a_process_that_knows_it() {
        Bucket bucket = Taken.bucket("p57", "10/s", 10);
        RedisBucketStore store = store();
        RedisBucketStore stranger = store();
        Pause pause = Taken.pause(store, bucket, Duration.ofSeconds(30));
        Pause wide = Taken.pauseContour(store, bucket, Duration.ofSeconds(60));
        this.redis.server().ask("DEL", RedisNames.bucket(bucket), RedisNames.contourPause("p57"));
        advance(1);

        Reply reply = Taken.look(store, bucket);
        assertSame(reply.pause(), pause);
        assertSame(reply.contourPause(), wide);
        assertThat(Taken.slot(stranger, bucket).at()).isGreaterThan(wide.until());
    }

    /** Time that passed is known but for a clock's drift: a little later, never earlier. */
    private static void assertSame(Pause pause, Pause expected) {
        assertThat(pause.number()).isEqualTo(expected.number());
        assertThat(pause.until()).isBetween(expected.until(), expected.until() + 1_000);
    }

    @Test
    void p57_a_contours_pause_alone_comes_back_too() {
        Bucket bucket = Taken.bucket("p57", "10/s", 10);
        RedisBucketStore store = store();
        Taken.slot(store, bucket);
        Pause wide = Taken.pauseContour(store, bucket, Duration.ofSeconds(60));
        this.redis.server().ask("DEL", RedisNames.contourPause("p57"));

        assertThat(Taken.look(store, bucket).contourPause()).isEqualTo(wide);
    }

    @Test
    void what_ended_by_hand_is_not_restored_by_old_knowledge() {
        Bucket bucket = Taken.bucket("hand", "10/s", 10);
        RedisBucketStore old = store();
        RedisBucketStore store = store();
        Taken.pause(store, bucket, Duration.ofMinutes(5));
        Taken.look(old, bucket);
        advance(1);
        Taken.await(store.resume(bucket));
        this.redis.server().ask("FLUSHALL");

        Taken.look(store, bucket);
        assertThat(Taken.look(old, bucket).pause().until()).isEqualTo(this.ticker.micros());
    }

    @Test
    void what_ended_by_hand_for_all_keys_is_not_restored_by_old_knowledge() {
        Bucket bucket = Taken.bucket("hand", "10/s", 10);
        RedisBucketStore old = store();
        RedisBucketStore store = store();
        Taken.pauseContour(store, bucket, Duration.ofMinutes(5));
        Taken.look(old, bucket);
        advance(1);
        Taken.await(store.resume(bucket));
        this.redis.server().ask("FLUSHALL");

        Taken.look(store, bucket);
        assertThat(Taken.look(old, bucket).contourPause().until()).isEqualTo(this.ticker.micros());
    }

    @Test
    void p58_old_data_are_not_taken_for_the_present() {
        Bucket bucket = Taken.bucket("p58", "1/s", 5);
        RedisBucketStore store = store();
        Taken.slot(store, bucket);
        this.redis.server().ask("COPY", RedisNames.bucket(bucket), "backup");
        Taken.slots(store, bucket, 4);
        Pause pause = Taken.pause(store, bucket, Duration.ofSeconds(3));
        this.redis.server().ask("COPY", "backup", RedisNames.bucket(bucket), "REPLACE");

        Slot next = Taken.slot(store, bucket);
        assertThat(next.at()).isGreaterThan(pause.until());
        assertThat(Taken.look(store, bucket).pause()).isEqualTo(pause);
    }

    @Test
    void what_a_process_that_knows_nothing_began_counts_when_a_living_one_comes() {
        Bucket bucket = Taken.bucket("stranger", "1/s", 5);
        RedisBucketStore store = store();
        Taken.slots(store, bucket, 5);
        this.redis.server().ask("FLUSHALL");
        RedisBucketStore stranger = store();
        Taken.slots(stranger, bucket, 9);

        // the stranger's nine: five at once, that is the exception, and four until 4 s
        assertThat(Taken.slot(store, bucket).at()).isEqualTo(this.ticker.micros() + 5_000_000);
        assertThat(Taken.slot(stranger, bucket).at()).isEqualTo(this.ticker.micros() + 6_000_000);
    }

    @Test
    void a_key_that_expired_because_nobody_needed_it_is_no_loss() {
        Bucket bucket = Taken.bucket("expired", "2/s", 4);
        RedisBucketStore store = store();
        Taken.slot(store, bucket);
        advance(3_700);
        this.redis.server().ask("FLUSHALL");

        assertThat(Taken.slots(store, bucket, 4)).containsOnly(this.ticker.micros());
    }

    @Test
    void a_slot_from_before_a_loss_cannot_be_given_back_after_it() {
        Bucket bucket = Taken.bucket("given", "2/s", 4);
        RedisBucketStore store = store();
        Slot before = Taken.slot(store, bucket);
        advance(0.001);
        this.redis.server().ask("FLUSHALL");
        Taken.slot(store, bucket);
        Reply held = Taken.look(store, bucket);

        Taken.await(store.giveBack(bucket, List.of(before)));
        assertThat(Taken.look(store, bucket).fullAt()).isEqualTo(held.fullAt());
    }

    /** Losses and restored backups in the middle of the traffic of processes that all know the bucket. */
    @Test
    void nothing_is_over_the_envelope_in_random_histories_of_losses() {
        for (long seed = 1; seed <= 200; seed++) {
            history(seed);
            this.redis.server().ask("FLUSHALL");
        }
    }

    private void history(long seed) {
        Random random = new Random(seed);
        int capacity = 1 + random.nextInt(10);
        int perSecond = 1 + random.nextInt(20);
        Bucket bucket = Bucket.of(
                Taken.contour("history", perSecond + "/s", capacity)
                        .limit(Rate.parse("1000/d"), 500)
                        .build(),
                "");
        List<RedisBucketStore> processes = List.of(store(), store(), store());
        List<Slot> sent = new ArrayList<>();
        processes.forEach(process -> sent.add(Taken.slot(process, bucket)));
        for (int step = 0; step < 150; step++) {
            switch (random.nextInt(14)) {
                case 0 -> this.redis.server().ask("FLUSHALL");
                case 1 -> this.redis.server().ask("COPY", RedisNames.bucket(bucket), "backup", "REPLACE");
                case 2 -> {
                    // data that are older come with another server process: a restart, or a replica that lagged
                    this.redis.server().ask("COPY", "backup", RedisNames.bucket(bucket), "REPLACE");
                    this.redis.link().identity().another(random.nextInt(Integer.MAX_VALUE) | 1);
                }
                case 3, 4, 5, 6 -> advance(random.nextDouble() * capacity / perSecond);
                default -> {
                    RedisBucketStore process = processes.get(random.nextInt(3));
                    // a process books within the horizon
                    if (Taken.ask(process, bucket, this.ticker.micros() + 250_000) instanceof Slot slot) {
                        sent.add(slot);
                    }
                }
            }
        }
        sent.sort(Comparator.comparingLong(Slot::at));
        for (int i = 0; i < sent.size(); i++) {
            for (int j = i; j < sent.size(); j++) {
                // instants are rounded up to a microsecond, each for itself
                double seconds = (sent.get(j).at() - sent.get(i).at() + 1) / 1e6;
                assertThat(j - i + 1.0)
                        .as("from %s to %s of seed %s", i, j, seed)
                        .isLessThanOrEqualTo(capacity + perSecond * seconds);
            }
        }
    }

    /** Recovered by the limits that it was known by: half a permit more than all of them is missing, and stays so. */
    @Test
    void a_bucket_that_is_lost_when_its_limits_change_goes_on_with_what_was_known() {
        Bucket bucket = Taken.bucket("changed", "2/s", 4);
        RedisBucketStore store = store();
        Taken.slot(store, bucket);
        this.redis.server().ask("FLUSHALL");

        Bucket changed = bucket.withLimits(List.of(
                new Limit(Rate.parse("1/s"), 4, Duration.ZERO), new Limit(Rate.parse("100/h"), 50, Duration.ZERO)));
        assertThat(Taken.slot(store, changed).at()).isEqualTo(this.ticker.micros() + 54_000_000);
        Bucket fewer = bucket.withLimits(List.of(new Limit(Rate.parse("1/s"), 4, Duration.ZERO)));
        this.redis.server().ask("FLUSHALL");
        assertThat(Taken.slot(store, fewer).at()).isGreaterThan(this.ticker.micros());
    }

    @Test
    void an_end_of_a_row_after_a_loss_fails_nobody() {
        Bucket bucket = Taken.bucket("row", "2/s", 4);
        RedisBucketStore store = store();
        Pause pause = Taken.pause(store, bucket, Duration.ofSeconds(1));
        this.redis.server().ask("FLUSHALL");
        Taken.await(store.endRow(bucket, Scope.KEY, pause.number()));
        assertThat(Taken.look(store, bucket).pause()).isEqualTo(pause);
    }
}
