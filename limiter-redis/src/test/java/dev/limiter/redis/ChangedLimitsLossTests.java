package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.Slot;
import dev.limiter.bucket.VirtualTicker;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import dev.limiter.redis.server.RedisServer.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Redis forgets after limits were changed, and the first to see it was last answered by those of before. In virtual time.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChangedLimitsLossTests {

    private static final Limit SLOW = limit("1/s", 1);

    private static final Limit FAST = limit("1000/s", 10);

    private static final Limit THOUSAND = limit("1/h", 1000);

    private final TestLink redis = TestLink.start(Version.V7_0);

    private final VirtualTicker ticker = new VirtualTicker();

    private final List<RedisBucketStore> stores = new ArrayList<>();

    private static Limit limit(String rate, long capacity) {
        return new Limit(Rate.parse(rate), capacity, Duration.ZERO);
    }

    @BeforeEach
    void begin() {
        this.redis.server().ask("FLUSHALL");
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

    /** As many as there are for one process within the horizon. */
    private static List<Long> slots(RedisBucketStore store, Bucket bucket) {
        int[] costs = new int[1000];
        long[] deadlines = new long[1000];
        Arrays.fill(costs, 1);
        Arrays.fill(deadlines, Long.MAX_VALUE);
        return Taken.await(store.book(bucket, new Ask(costs, deadlines, 250_000, true))).answers().stream()
                .filter(Slot.class::isInstance)
                .map(answer -> ((Slot) answer).at())
                .toList();
    }

    /** By how many the fullest interval has more than it may. */
    private static double above(Limit limit, List<Long> instants) {
        List<Long> sorted = new ArrayList<>(instants);
        Collections.sort(sorted);
        double most = 0;
        for (int first = 0; first < sorted.size(); first++) {
            for (int last = first; last < sorted.size(); last++) {
                double seconds = (sorted.get(last) - sorted.get(first)) / 1e6;
                double may = limit.capacity() + limit.rate().perSecond() * seconds;
                most = Math.max(most, last - first + 1 - may);
            }
        }
        return most;
    }

    private int take(RedisBucketStore store, Bucket bucket, int most) {
        int taken = 0;
        for (int i = 0; i < most; i++) {
            taken += Taken.take(store, bucket) ? 1 : 0;
            this.ticker.advance(Duration.ofMillis(1));
        }
        return taken;
    }

    @Test
    void slots_that_others_hold_by_raised_limits_are_charged() {
        RedisBucketStore idle = store();
        RedisBucketStore busy = store();
        Bucket slow = Taken.bucket("raised", "1/s", 1);
        Bucket fast = slow.withLimits(List.of(FAST));
        Taken.slot(idle, slow);
        this.ticker.advance(Duration.ofSeconds(20));
        slots(busy, fast);
        this.ticker.advance(Duration.ofSeconds(1));
        List<Long> instants = new ArrayList<>(slots(busy, fast));
        assertThat(instants).hasSizeGreaterThan(100);
        this.redis.server().ask("FLUSHALL");
        instants.addAll(slots(idle, fast));

        assertThat(above(FAST, instants)).isLessThanOrEqualTo(0);
    }

    @Test
    void what_others_took_by_raised_limits_is_charged_to_each_limit() {
        RedisBucketStore idle = store();
        RedisBucketStore busy = store();
        Bucket slow = Taken.bucket("taken", "1/s", 1).withLimits(List.of(SLOW, THOUSAND));
        Bucket fast = slow.withLimits(List.of(FAST, THOUSAND));
        Taken.slot(idle, slow);
        int taken = 1 + take(busy, fast, 900);
        this.redis.server().ask("FLUSHALL");
        this.ticker.advance(Duration.ofSeconds(1));
        taken += take(idle, fast, 900);

        assertThat(taken).isBetween(800, 1001);
    }

    @Test
    void what_others_took_before_limits_were_lowered_is_charged_to_each_limit() {
        RedisBucketStore idle = store();
        RedisBucketStore busy = store();
        Bucket fast = Taken.bucket("lowered", "1000/s", 10).withLimits(List.of(FAST, THOUSAND));
        Bucket medium = fast.withLimits(List.of(limit("500/s", 10), limit("1/h", 900)));
        Taken.slot(idle, fast);
        int taken = 1 + take(busy, fast, 990);
        this.redis.server().ask("FLUSHALL");
        this.ticker.advance(Duration.ofSeconds(1));
        taken += take(idle, medium, 900);

        assertThat(taken).isBetween(900, 1001);
    }

    @Test
    void the_second_to_see_it_charges_nothing_more() {
        RedisBucketStore idle = store();
        RedisBucketStore busy = store();
        Bucket slow = Taken.bucket("second", "1/s", 1);
        Bucket fast = slow.withLimits(List.of(FAST));
        Taken.slot(idle, slow);
        Taken.slot(busy, slow);
        this.ticker.advance(Duration.ofSeconds(20));
        this.redis.server().ask("FLUSHALL");
        long now = this.ticker.micros();
        Slot first = Taken.slot(busy, fast);
        assertThat(first.at()).isBetween(now + 250_000, now + 270_000);

        assertThat(Taken.slot(idle, fast).at()).isEqualTo(first.at() + 1_000);
    }
}
