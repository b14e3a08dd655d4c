package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.VirtualTicker;
import dev.limiter.redis.server.RedisServer.Version;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** P38: whatever is found under our key, the next call answers, and not with a full bucket. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DamageTests {

    private final TestLink redis = TestLink.start(Version.V7_0);

    private final Bucket bucket = Taken.bucket("p38", "2/s", 4);

    private final String key = RedisNames.bucket(this.bucket);

    @BeforeEach
    void begin() {
        this.redis.server().ask("FLUSHALL");
    }

    @AfterAll
    void stop() {
        this.redis.close();
    }

    @ParameterizedTest
    @CsvSource({
        "SET KEY abc",
        "SET KEY ''",
        "SETRANGE KEY 9 abcdefgh",
        "APPEND KEY x",
        "HSET KEY field 1",
        "LPUSH KEY 1",
        "SETRANGE KEY 87 xxxxxxxxxxxx",
        "SETRANGE KEY 1 x",
        "SETRANGE KEY 0 x",
        "SADD KEY a"
    })
    void p38_a_damaged_value_or_one_of_another_type_starts_empty(String command) {
        VirtualTicker ticker = new VirtualTicker();
        try (RedisBucketStore store = this.redis.storeAt(ticker);
                RedisBucketStore stranger = this.redis.storeAt(ticker)) {
            Taken.slot(store, this.bucket);
            damage(command);
            assertThat(Taken.slots(stranger, this.bucket, 3))
                    .containsExactly(
                            ticker.micros() + 500_000, ticker.micros() + 1_000_000, ticker.micros() + 1_500_000);

            damage(command);
            // one that knows better starts from that
            assertThat(Taken.slot(store, this.bucket).at()).isGreaterThanOrEqualTo(ticker.micros() + 500_000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 87, 88, 134})
    void p38_a_value_that_ends_early_starts_empty(int length) {
        VirtualTicker ticker = new VirtualTicker();
        try (RedisBucketStore stranger = this.redis.storeAt(ticker)) {
            this.redis.server().ask("SET", this.key, "\u0001".repeat(length));
            assertThat(Taken.slot(stranger, this.bucket).at()).isEqualTo(ticker.micros() + 500_000);
        }
    }

    private void damage(String command) {
        String[] words = command.replace("KEY", this.key).replace("''", "").split(" ", -1);
        if (!words[0].startsWith("SETRANGE") && !words[0].equals("APPEND")) {
            this.redis.server().ask("DEL", this.key);
        }
        this.redis.server().ask(words);
    }

    @Test
    void p38_a_damaged_pause_of_the_contour_fails_nobody() {
        VirtualTicker ticker = new VirtualTicker();
        try (RedisBucketStore store = this.redis.storeAt(ticker)) {
            this.redis.server().ask("HSET", RedisNames.contourPause("p38"), "field", "1");
            Taken.slot(store, this.bucket);
            long until = Taken.pauseContour(store, this.bucket, java.time.Duration.ofSeconds(5))
                    .until();
            assertThat(Taken.look(store, this.bucket).contourPause().until()).isEqualTo(until);
        }
    }

    @Test
    void p38_no_flipped_bit_stops_the_bucket_or_opens_it() {
        Random random = new Random(38);
        VirtualTicker ticker = new VirtualTicker();
        for (int i = 0; i < 1000; i++) {
            this.redis.server().ask("FLUSHALL");
            try (RedisBucketStore store = this.redis.storeAt(ticker);
                    RedisBucketStore stranger = this.redis.storeAt(ticker)) {
                Taken.slots(store, this.bucket, 4);
                int bit = random.nextInt(138 * 8);
                this.redis.server().ask("SETBIT", this.key, "" + bit, "" + random.nextInt(2));
                long[] slots = Taken.slots(stranger, this.bucket, 9);
                assertThat(slots[8] - slots[0]).as("bit %s", bit).isGreaterThanOrEqualTo(2_000_000);
            }
        }
    }
}
