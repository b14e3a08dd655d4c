package dev.limiter.contour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.bucket.Answer;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.bucket.Slot;
import dev.limiter.bucket.VirtualTicker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a contour that was derived from a quota sends, against a server that counts strictly, however it aligns windows. */
class RollingWindowTests {

    private static final long JITTER_MICROS = 20_000;

    @ParameterizedTest
    @CsvSource({"15/m, 0", "15/m, .2", "5/m, 0", "1/10s, 0", "100/h, 0", "1/d, 0", "3000/5m, .2", "10/s, 0", "100/s, 0"
    })
    void p100_p101_a_strict_rolling_window_refuses_nothing_after_a_quiet_time_and_under_steady_demand(
            String text, double headroom) {
        Quota quota = Quota.parse(text);
        for (long seed = 0; seed < 5; seed++) {
            Random random = new Random(seed);
            List<Long> arrivals = arrivals(quota, headroom, random);

            assertThat(refusals(quota, arrivals)).as("%s, seed %d", text, seed).isZero();
        }
    }

    @Test
    void p100_the_same_server_refuses_a_stated_bucket_of_the_whole_quota() {
        Contour contour = Contour.named("stated").limit(Rate.parse("15/m"), 15).build();

        assertThat(refusals(Quota.parse("15/m"), arrivals(contour, new Random(0), 60)))
                .isGreaterThan(10);
    }

    private static List<Long> arrivals(Quota quota, double headroom, Random random) {
        Contour contour =
                Contour.named("derived").quota(quota).headroom(headroom).build();
        return arrivals(contour, random, 3 * quota.requests());
    }

    /** Two windows' worth at least: quiet at first, then as fast as it goes, with pauses for breath. */
    private static List<Long> arrivals(Contour contour, Random random, long many) {
        VirtualTicker ticker = new VirtualTicker();
        InMemoryBucketStore store = new InMemoryBucketStore(ticker);
        Bucket bucket = Bucket.of(contour, "");
        List<Long> arrivals = new ArrayList<>();
        for (long i = 0; i < many; i++) {
            if (random.nextInt(20) == 0) {
                ticker.advance(Duration.ofNanos((long) (random.nextDouble() * 1e9)));
            }
            Answer answer = store.book(bucket, Ask.one(1, Long.MAX_VALUE))
                    .toCompletableFuture()
                    .join()
                    .answers()
                    .get(0);
            long at = ((Slot) answer).at();
            ticker.set(at);
            arrivals.add(at + random.nextLong(JITTER_MICROS + 1));
        }
        Collections.sort(arrivals);
        return arrivals;
    }

    /** It counts all that it accepted in the last window, to the microsecond. */
    private static int refusals(Quota quota, List<Long> arrivals) {
        long window = quota.window().toNanos() / 1000;
        Deque<Long> accepted = new ArrayDeque<>();
        int refusals = 0;
        for (long arrival : arrivals) {
            while (!accepted.isEmpty() && accepted.getFirst() <= arrival - window) {
                accepted.removeFirst();
            }
            if (accepted.size() < quota.requests()) {
                accepted.addLast(arrival);
            } else {
                refusals++;
            }
        }
        return refusals;
    }
}
