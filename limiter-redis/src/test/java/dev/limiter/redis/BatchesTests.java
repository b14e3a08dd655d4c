package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.bucket.Bucket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Which bookings go out together. Calls are answered by hand. */
class BatchesTests {

    private static final ScriptReply DONE = ScriptReply.read(Doubles.of(0, 1, 0, 1, 1, 1, 1, 1, 0));

    private final Sent sent = new Sent();

    private final Batches batches = new Batches(this.sent, 60_000);

    /** The calls, in their order. */
    private static final class Sent implements Batches.Calls {

        private final List<List<Batches.Booking>> calls = new ArrayList<>();

        private final List<CompletableFuture<List<ScriptReply>>> answers = new ArrayList<>();

        @Override
        public CompletableFuture<ScriptReply> alone(Batches.Booking booking) {
            return together(List.of(booking)).thenApply(replies -> replies.get(0));
        }

        @Override
        public CompletableFuture<List<ScriptReply>> together(List<Batches.Booking> bookings) {
            this.calls.add(bookings);
            this.answers.add(new CompletableFuture<>());
            return this.answers.get(this.answers.size() - 1);
        }

        void answer(int call) {
            ScriptReply[] replies = new ScriptReply[this.calls.get(call).size()];
            Arrays.fill(replies, DONE);
            this.answers.get(call).complete(List.of(replies));
        }

        List<Integer> sizes() {
            return this.calls.stream().map(List::size).toList();
        }
    }

    private static Bucket bucket(String key) {
        return Bucket.of(Taken.contour("batches", "10/s", 10).build(), key);
    }

    private CompletionStage<ScriptReply> book(String key) {
        RemoteBucket remote = new RemoteBucket(bucket(key), 0);
        return this.batches.book(
                remote, new Decisions.Question("book", Terms.of(remote.bucket()), true, true, now -> new byte[0]), 0);
    }

    @Test
    void two_leave_at_once_and_whoever_comes_meanwhile_goes_in_the_next_call() {
        List<CompletionStage<ScriptReply>> answers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            answers.add(book("key-" + i));
        }
        assertThat(this.sent.sizes()).containsExactly(1, 1);
        this.sent.answer(0);
        assertThat(this.sent.sizes()).containsExactly(1, 1, 8);
        this.sent.answer(1);
        this.sent.answer(2);
        assertThat(answers).allSatisfy(answer -> assertThat(answer).isCompletedWithValue(DONE));

        book("alone");
        assertThat(this.sent.sizes()).containsExactly(1, 1, 8, 1);
    }

    @Test
    void no_call_takes_more_than_the_most_and_the_rest_follows() {
        for (int i = 0; i < 2 + Batches.LARGEST + 5; i++) {
            book("key-" + i);
        }
        this.sent.answer(0);
        this.sent.answer(1);
        assertThat(this.sent.sizes()).containsExactly(1, 1, Batches.LARGEST, 5);
    }

    @Test
    void a_full_call_waits_for_no_other() {
        for (int i = 0; i < 2 + 3 * Batches.LARGEST + 5; i++) {
            book("key-" + i);
        }
        assertThat(this.sent.sizes()).containsExactly(1, 1, Batches.LARGEST, Batches.LARGEST, Batches.LARGEST);
        for (int i = 0; i < 3; i++) {
            this.sent.answer(i);
        }
        assertThat(this.sent.sizes()).hasSize(5);
        this.sent.answer(3);
        assertThat(this.sent.sizes()).hasSize(6).endsWith(5);
        this.sent.answer(4);
        this.sent.answer(5);

        book("first");
        book("second");
        book("third");
        assertThat(this.sent.sizes()).hasSize(8);
    }

    @Test
    void a_bucket_is_in_no_call_twice() {
        book("first");
        book("second");
        book("twice");
        book("twice");
        this.sent.answer(0);
        this.sent.answer(1);
        assertThat(this.sent.sizes()).containsExactly(1, 1, 1, 1);
    }

    @Test
    void what_was_not_ordinary_is_asked_for_alone() {
        book("first");
        book("second");
        CompletionStage<ScriptReply> odd = book("odd");
        CompletionStage<ScriptReply> plain = book("plain");
        this.sent.answer(0);
        this.sent.answers.get(2).complete(List.of(ScriptReply.UNDONE, DONE));
        assertThat(plain).isCompleted();
        assertThat(odd.toCompletableFuture()).isNotDone();
        assertThat(this.sent.sizes()).containsExactly(1, 1, 2, 1);
        this.sent.answer(3);
        assertThat(odd).isCompletedWithValue(DONE);
    }

    @Test
    void with_a_call_that_failed_those_that_waited_for_it_fail_and_the_next_one_leaves_at_once() {
        book("first");
        book("second");
        CompletionStage<ScriptReply> third = book("third");
        this.sent.answers.get(0).completeExceptionally(new TimeoutException());
        assertThat(third).isCompletedExceptionally();
        assertThat(this.sent.sizes()).containsExactly(1, 1);
        book("fourth");
        assertThat(this.sent.sizes()).containsExactly(1, 1, 1);
    }

    @Test
    void whoever_has_waited_too_long_is_told_so_and_is_not_asked_for() {
        Batches impatient = new Batches(this.sent, 1);
        List<CompletableFuture<ScriptReply>> answers = new ArrayList<>();
        for (String key : List.of("first", "second", "third")) {
            RemoteBucket remote = new RemoteBucket(bucket(key), 0);
            answers.add(impatient.book(
                    remote,
                    new Decisions.Question("book", Terms.of(remote.bucket()), true, true, now -> new byte[0]),
                    0));
        }
        assertThat(answers.get(2))
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .withCauseInstanceOf(TimeoutException.class);
        this.sent.answer(0);
        assertThat(this.sent.sizes()).containsExactly(1, 1);
    }
}
