package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.gate.HostWarmUp.Turn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The first requests to a host, from many threads at once. No time passes: whoever waits, waits for somebody. */
@Timeout(60)
class HostWarmUpRaceTests {

    private static final int ROUNDS = 500;

    @Test
    void exactly_one_goes_first() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            try (TestGate gate = TestGate.of(contour("1/s", 1))) {
                HostWarmUp warmUp = gate.registry.hostWarmUp();
                List<CompletableFuture<Turn>> entered = Collections.synchronizedList(new ArrayList<>());
                Threads.run(3, thread -> entered.add(warmUp.enter("host:443")));
                List<CompletableFuture<Turn>> first =
                        entered.stream().filter(CompletableFuture::isDone).toList();
                assertThat(first).hasSize(1);
                Threads.run(2, thread -> {
                    if (thread == 0) {
                        first.get(0).join().answered();
                    } else {
                        entered.add(warmUp.enter("host:443"));
                    }
                });

                assertThat(entered).allMatch(CompletableFuture::isDone);
            }
        }
    }

    @Test
    void failures_and_cancellations_pass_the_turn_on_and_never_lose_it() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            try (TestGate gate = TestGate.of(contour("1/s", 1))) {
                HostWarmUp warmUp = gate.registry.hostWarmUp();
                List<CompletableFuture<Turn>> entered = Collections.synchronizedList(new ArrayList<>());
                AtomicInteger underWay = new AtomicInteger();
                AtomicInteger most = new AtomicInteger();
                Threads.run(3, thread -> {
                    RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
                    for (int i = 0; i < 10; i++) {
                        CompletableFuture<Turn> mine = warmUp.enter("host:443");
                        entered.add(mine);
                        CompletionStage<Turn> stage = mine;
                        stage.thenAccept(turn -> {
                            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                            underWay.decrementAndGet();
                            turn.failed();
                        });
                        if (random.nextInt(3) == 0) {
                            mine.cancel(false);
                        }
                    }
                });

                assertThat(entered).allMatch(CompletableFuture::isDone);
                assertThat(most).hasValueLessThanOrEqualTo(1);
                assertThat(warmUp.enter("host:443")).isCompleted();
                assertThat(warmUp.enter("host:443")).isNotDone();
            }
        }
    }
}
