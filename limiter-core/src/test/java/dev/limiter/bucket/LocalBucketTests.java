package dev.limiter.bucket;

import static dev.limiter.bucket.Contours.builder;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.contour.StartingBalance;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalBucketTests {

    private static final long NOW = 1_000_000;

    private static LocalBucket emptyFrom(long instant) {
        return new LocalBucket(
                Bucket.of(
                        builder("2/s capacity 3")
                                .startingBalance(StartingBalance.EMPTY)
                                .build(),
                        ""),
                instant);
    }

    private static List<Answer> book(LocalBucket bucket, long now, int cost) {
        return bucket.book(Ask.one(cost, Long.MAX_VALUE), now).answers();
    }

    @Test
    void its_slots_follow_the_schedule_and_are_of_no_store() {
        LocalBucket bucket = emptyFrom(NOW);

        assertThat(book(bucket, NOW, 1)).containsExactly(new Slot(NOW + 500_000, 1, Slot.OF_NO_STORE));
        assertThat(book(bucket, NOW, 3)).containsExactly(new Slot(NOW + 2_000_000, 3, Slot.OF_NO_STORE));
    }

    @Test
    void it_may_start_at_an_instant_that_is_yet_to_come() {
        LocalBucket bucket = emptyFrom(NOW + 5_000_000);

        assertThat(book(bucket, NOW, 1)).containsExactly(new Slot(NOW + 5_500_000, 1, Slot.OF_NO_STORE));
    }

    @Test
    void who_comes_too_late_is_charged_nothing() {
        LocalBucket bucket = emptyFrom(NOW);

        assertThat(bucket.book(Ask.one(1, NOW), NOW).answers()).containsExactly(new Answer.Late(NOW + 500_000));
        assertThat(book(bucket, NOW, 1)).containsExactly(new Slot(NOW + 500_000, 1, Slot.OF_NO_STORE));
    }
}
