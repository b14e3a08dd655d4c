package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class PatienceTests {

    private static final long MILLIS = 40;

    private static final Duration LONG = Duration.ofSeconds(20);

    private final Patience patience = new Patience(MILLIS);

    private static void assertTimesOut(CompletableFuture<?> answer) {
        assertThat(answer).failsWithin(LONG).withThrowableThat().withCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void whoever_is_not_answered_is_told_so_and_not_before_the_time_is_over() {
        for (int round = 0; round < 3; round++) {
            long begun = System.nanoTime();
            List<CompletableFuture<String>> answers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                answers.add(this.patience.waitFor(new CompletableFuture<>()));
            }
            assertTimesOut(answers.get(0));
            assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(MILLIS * 1_000_000);
            answers.forEach(PatienceTests::assertTimesOut);
        }
    }

    @Test
    void one_that_came_later_has_all_of_its_time() {
        CompletableFuture<String> first = this.patience.waitFor(new CompletableFuture<>());
        CompletableFuture<Long> second = new CompletableFuture<>();
        // half a time later, on whatever thread that is
        CompletableFuture<Long> begun = CompletableFuture.supplyAsync(
                () -> {
                    long now = System.nanoTime();
                    CompletableFuture<Long> unused = this.patience.waitFor(second);
                    return now;
                },
                CompletableFuture.delayedExecutor(MILLIS / 2, TimeUnit.MILLISECONDS));
        assertTimesOut(first);
        long since = begun.join();
        assertTimesOut(second);
        assertThat(System.nanoTime() - since).isGreaterThanOrEqualTo(MILLIS * 1_000_000);
    }

    @Test
    void nobody_is_forgotten_whoever_comes_or_is_answered_meanwhile() {
        List<CompletableFuture<Void>> callers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int odd = i;
            callers.add(CompletableFuture.runAsync(() -> {
                for (int call = 0; call < 2_000; call++) {
                    CompletableFuture<String> answer = this.patience.waitFor(new CompletableFuture<>());
                    if (call % 100 == odd) {
                        assertTimesOut(answer);
                    } else {
                        answer.complete("in time");
                    }
                }
            }));
        }
        callers.forEach(each -> assertThat(each).succeedsWithin(LONG));
    }

    @Test
    void what_was_answered_stays_as_it_is() {
        CompletableFuture<String> before = CompletableFuture.completedFuture("before");
        CompletableFuture<String> answered = this.patience.waitFor(new CompletableFuture<>());
        CompletableFuture<String> forgotten = this.patience.waitFor(new CompletableFuture<>());
        answered.complete("in time");

        assertTimesOut(forgotten);
        assertThat(this.patience.waitFor(before)).isCompletedWithValue("before");
        assertThat(answered).isCompletedWithValue("in time");
    }
}
