package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.bucket.Answer.Late;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.Reply;
import dev.limiter.bucket.Slot;
import dev.limiter.bucket.VirtualTicker;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.redis.server.RedisServer.Version;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What scripts of this kind get wrong with numbers, expiry and time. In virtual time, on the real script. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ScriptNumbersContract {

    private static final long HOUR_MILLIS = 3_600_000;

    private final TestLink redis;

    private VirtualTicker ticker = new VirtualTicker();

    private RedisBucketStore store;

    ScriptNumbersContract(Version version) {
        this.redis = TestLink.start(version);
        this.store = this.redis.storeAt(this.ticker);
    }

    @BeforeEach
    void begin() {
        this.redis.server().ask("FLUSHALL");
        this.ticker = new VirtualTicker();
        this.store = this.redis.storeAt(this.ticker);
    }

    @AfterEach
    void end() {
        this.store.close();
    }

    @AfterAll
    void stop() {
        this.redis.close();
    }

    private String stored(Bucket bucket) {
        return this.redis.server().ask("GET", RedisNames.bucket(bucket));
    }

    private long expiry(String key) {
        return Long.parseLong(this.redis.server().ask("PTTL", key));
    }

    @Test
    void p28_a_wait_below_one_second_is_told_to_the_microsecond_and_is_exact() {
        Bucket bucket = Taken.bucket("p28", "3/s", 1);
        Taken.slot(this.store, bucket);
        long now = this.ticker.micros();

        assertThat(Taken.ask(this.store, bucket, now)).isEqualTo(new Late(now + 333_334));
        this.ticker.advance(Duration.ofNanos(333_333_000));
        assertThat(Taken.take(this.store, bucket)).isFalse();
        this.ticker.advance(Duration.ofNanos(1_000));
        assertThat(Taken.take(this.store, bucket)).isTrue();
    }

    @Test
    void p29_what_is_read_is_bit_for_bit_what_was_written() {
        Bucket bucket = Taken.bucket("p29", "999999937/d", 1);
        Reply written = Taken.await(this.store.book(bucket, Ask.one(1, Long.MAX_VALUE)));
        assertThat(written.fullAt().get(0).rest()).isPositive();

        Reply read = Taken.look(this.store, bucket);
        assertThat(read.fullAt()).isEqualTo(written.fullAt());
        // and by a process that has never seen it
        try (RedisBucketStore another = this.redis.storeAt(this.ticker)) {
            assertThat(Taken.look(another, bucket).fullAt()).isEqualTo(written.fullAt());
        }
    }

    @Test
    void p31_the_fastest_rates_keep_their_state_and_admit_no_more_than_they_say() {
        for (Bucket bucket :
                new Bucket[] {Taken.bucket("p31", "5000/s", 1), Taken.bucket("p31:fast", "1000000/s", 10)}) {
            long[] slots = Taken.slots(this.store, bucket, 1_000);
            long capacity = bucket.limits().get(0).capacity();
            long perSecond = bucket.limits().get(0).rate().permits();

            assertThat(slots[999] - slots[0]).isEqualTo((1_000 - capacity) * 1_000_000 / perSecond);
            assertThat(expiry(RedisNames.bucket(bucket))).isBetween(HOUR_MILLIS, HOUR_MILLIS + 12 * 60_000);
        }
    }

    @Test
    void p32_a_value_outlives_its_refill_and_its_pause_by_an_hour() {
        Bucket daily = Taken.bucket("p32", "1/d", 1);
        Taken.slot(this.store, daily);
        assertThat(expiry(RedisNames.bucket(daily)))
                .isBetween(
                        Duration.ofHours(25).toMillis() - 60_000,
                        Duration.ofHours(25).plusMinutes(10).toMillis() + 1);

        Bucket paused = Taken.bucket("p32:paused", "10/s", 1);
        Taken.pause(this.store, paused, Duration.ofDays(30));
        assertThat(expiry(RedisNames.bucket(paused)))
                .isGreaterThan(Duration.ofDays(30).plusMinutes(59).toMillis());

        Taken.pauseContour(this.store, paused, Duration.ofDays(40));
        assertThat(expiry(RedisNames.contourPause("p32:paused")))
                .isGreaterThan(Duration.ofDays(40).plusMinutes(59).toMillis());
    }

    @Test
    void p32_no_second_grant_before_the_refill() {
        Bucket bucket = Taken.bucket("p32", "1/10s", 1);
        assertThat(Taken.take(this.store, bucket)).isTrue();
        for (int second : new int[] {2, 5, 9}) {
            this.ticker.set(new VirtualTicker().micros() + second * 1_000_000L);
            assertThat(Taken.take(this.store, bucket)).isFalse();
        }
        this.ticker.set(new VirtualTicker().micros() + 10_000_000);
        assertThat(Taken.take(this.store, bucket)).isTrue();
    }

    @Test
    void p34_refusals_cost_nothing_and_write_nothing() {
        Bucket bucket = Taken.bucket("p34", "1/s", 5);
        Taken.slots(this.store, bucket, 5);
        String before = stored(bucket);
        long expiry = expiry(RedisNames.bucket(bucket));

        for (int i = 0; i < 1_000; i++) {
            this.ticker.advance(Duration.ofNanos(999_000));
            assertThat(Taken.take(this.store, bucket)).isFalse();
        }
        assertThat(stored(bucket)).isEqualTo(before);
        assertThat(expiry(RedisNames.bucket(bucket))).isLessThanOrEqualTo(expiry);
        this.ticker.advance(Duration.ofMillis(1));
        assertThat(Taken.take(this.store, bucket)).isTrue();
        assertThat(Taken.take(this.store, bucket)).isFalse();
    }

    @Test
    void p42_old_and_new_readings_in_turn_mint_nothing() {
        Bucket bucket = Taken.bucket("p42", "10/s", 10);
        VirtualTicker behind = new VirtualTicker();
        try (RedisBucketStore other = this.redis.storeAt(behind, behind)) {
            this.ticker.advance(Duration.ofSeconds(1));
            int granted = 0;
            for (int i = 0; i < 500; i++) {
                granted += Taken.take(this.store, bucket) ? 1 : 0;
                granted += Taken.take(other, bucket) ? 1 : 0;
            }
            assertThat(granted).isEqualTo(10);
        }
    }

    @Test
    void p44_slots_are_evenly_spaced_within_a_second() {
        long[] slots = Taken.slots(this.store, Taken.bucket("p44", "10/s", 1), 200);
        assertThat(LongStream.range(1, 200).map(i -> slots[(int) i] - slots[(int) i - 1]))
                .containsOnly(100_000L);
    }

    @Test
    void a_value_of_two_limits_is_shorter_than_200_bytes() {
        Contour contour = Taken.contour("size", "8/s", 16)
                .limit(Rate.parse("999999937/366d"), 1_000_000)
                .build();
        Bucket bucket = Bucket.of(contour, "");
        Taken.slot(this.store, bucket);
        Taken.pause(this.store, bucket, Duration.ofHours(1));
        assertThat(Long.parseLong(this.redis.server().ask("STRLEN", RedisNames.bucket(bucket))))
                .isLessThan(200);
    }

    @Test
    void thousands_of_waiters_are_booked_in_one_call_as_one_by_one() {
        Bucket together = Taken.bucket("together", "100000/s", 3_000);
        Bucket alone = Taken.bucket("alone", "100000/s", 3_000);
        int[] costs = new int[4_096];
        Arrays.fill(costs, 1);
        costs[2_000] = 7;
        long[] deadlines = new long[costs.length];
        Arrays.fill(deadlines, Long.MAX_VALUE);

        Reply reply = Taken.await(this.store.book(together, new Ask(costs, deadlines, 10_000_000, true)));

        assertThat(reply.answers()).hasSize(costs.length);
        for (int i = 0; i < costs.length; i++) {
            Slot one = (Slot) Taken.await(this.store.book(alone, Ask.one(costs[i], Long.MAX_VALUE)))
                    .answers()
                    .get(0);
            Slot same = (Slot) reply.answers().get(i);
            assertThat(same.at()).isEqualTo(one.at());
            assertThat(same.cost()).isEqualTo(one.cost());
        }
    }
}
