package dev.limiter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryBudgetTests {

    private static int spendAll(RetryBudget budget) {
        int spent = 0;
        while (budget.trySpend()) {
            spent++;
        }
        return spent;
    }

    private static void firstAttempts(RetryBudget budget, int many) {
        for (int i = 0; i < many; i++) {
            budget.firstAttempt();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0.2, 0, 3",
        "0.2, 4, 3",
        "0.2, 5, 4",
        "0.2, 9, 4",
        "0.2, 10, 5",
        "0.2, 1000, 203",
        "0.2, 1000000, 203",
        "0, 1000000, 3",
        "1, 1, 4",
        "1, 1000000, 1003",
        "0.001, 999, 3",
        "0.001, 1000, 4",
        "0.3333333333333333, 3, 3",
        "0.1, 10, 4"
    })
    void a_budget_is_three_and_its_share_of_the_last_thousand_first_attempts(
            double share, int firstAttempts, int repeats) {
        RetryBudget budget = new RetryBudget(share);
        firstAttempts(budget, firstAttempts);
        assertThat(budget.repeatsLeft()).isEqualTo(repeats);
        assertThat(spendAll(budget)).isEqualTo(repeats);
        assertThat(budget.repeatsLeft()).isZero();
    }

    @Test
    void what_was_spent_is_earned_again_by_first_attempts_alone() {
        RetryBudget budget = new RetryBudget(0.2);
        spendAll(budget);
        firstAttempts(budget, 4);
        assertThat(budget.trySpend()).isFalse();
        firstAttempts(budget, 1);
        assertThat(budget.trySpend()).isTrue();
        assertThat(budget.trySpend()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY})
    void a_share_outside_its_range_is_refused(double share) {
        assertThatIllegalArgumentException().isThrownBy(() -> new RetryBudget(share));
    }

    @Test
    void no_stretch_of_any_history_repeats_more_than_its_share_and_what_could_be_saved() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            BigDecimal share = BigDecimal.valueOf(random.nextInt(101), 2);
            RetryBudget budget = new RetryBudget(share.doubleValue());
            BigDecimal saved = share.multiply(BigDecimal.valueOf(RetryBudget.REMEMBERED));
            // The naive twin: how far the repeats since any instant are ahead of the share earned since then.
            BigDecimal most = BigDecimal.valueOf(RetryBudget.FLOOR);
            BigDecimal left = most;
            for (int step = 0; step < 3000; step++) {
                if (random.nextInt(100) < 70) {
                    budget.firstAttempt();
                    left = left.add(share).min(most.add(saved));
                } else {
                    boolean expected = left.compareTo(BigDecimal.ONE) >= 0;
                    assertThat(budget.trySpend())
                            .as("seed %s, round %s, step %s, share %s", seed, round, step, share)
                            .isEqualTo(expected);
                    left = expected ? left.subtract(BigDecimal.ONE) : left;
                }
            }
        }
    }

    @Test
    void threads_together_spend_exactly_what_is_there() throws Exception {
        int threads = 8;
        int each = 50_000;
        RetryBudget budget = new RetryBudget(0.2);
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Integer>> workers = IntStream.range(0, threads)
                    .<Callable<Integer>>mapToObj(worker -> () -> {
                        start.await();
                        int spent = 0;
                        for (int i = 0; i < each; i++) {
                            budget.firstAttempt();
                            spent += budget.trySpend() ? 1 : 0;
                        }
                        return spent;
                    })
                    .toList();
            int spent = 0;
            for (Future<Integer> worker : executor.invokeAll(workers)) {
                spent += worker.get();
            }
            // Never near its most, so that nothing is forgotten: all that was earned is spent or left.
            assertThat(spent + budget.repeatsLeft()).isEqualTo(3 + threads * each / 5);
        } finally {
            executor.shutdownNow();
        }
    }
}
